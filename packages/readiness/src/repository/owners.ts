import type { Git } from './git.ts'

const commitsLooked = 200
const mostOwners = 2

/** Who made less of the last commits than this part owns nothing. */
const leastPart = 5

/**
 * Who changed the repository most in its last commits, by their accounts at the host. An account is known from commits
 * that hide the address of their author. Where those who did most of the work show an address instead, nobody is named:
 * others must not own what they made.
 */
export async function findOwners(git: Git): Promise<string[]> {
  const output = await git(['log', `-${commitsLooked}`, '--no-merges', '--format=%aN%x09%ae']).catch(() =>
    Buffer.alloc(0),
  )
  const authors = new Map<string, { count: number; account?: string }>()
  let all = 0
  for (const line of output.toString().split('\n')) {
    const [name = '', address = ''] = line.trim().split('\t')
    if (address === '' || isProgram(name, address)) continue
    all++
    const account = accountOf(address)
    const known = authors.get(name) ?? { count: 0 }
    authors.set(name, { ...known, count: known.count + 1, ...(account !== undefined && { account }) })
  }
  const main = [...authors]
    .filter(([, { count }]) => count * leastPart >= all)
    .sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
    .slice(0, mostOwners)
  return [...new Set(main.flatMap(([, { account }]) => account ?? []))]
}

function isProgram(name: string, address: string): boolean {
  return /\[bot\]|\bbot\b/i.test(name) || /\[bot\]|^(no-?reply|bot|ci)@/i.test(address)
}

function accountOf(address: string): string | undefined {
  const account = /^(?:\d+[+-])?([\w-]+)@users\.noreply\.(?:github|gitlab)\.com$/.exec(address)?.[1]
  return account === undefined ? undefined : `@${account}`
}
