import type { Git } from '@muster/contract/node/git'

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
  const authors = new Map<string, string[]>()
  for (const line of output.toString().split('\n')) {
    const [name = '', address = ''] = line.trim().split('\t')
    if (address !== '' && !isProgram(name, address)) authors.set(name, [...(authors.get(name) ?? []), address])
  }
  const all = [...authors.values()].reduce((sum, { length }) => sum + length, 0)
  const main = [...authors.values()]
    .filter(({ length }) => length * leastPart >= all)
    .sort((a, b) => b.length - a.length)
    .slice(0, mostOwners)
  const accounts = main.map(accountIn)
  return accounts[0] === undefined ? [] : [...new Set(accounts.flatMap((each) => each ?? []))]
}

/** The newest account of somebody, if it made half of what was made under this name: another one may have the same name. */
function accountIn(addresses: readonly string[]): string | undefined {
  const accounts = addresses.flatMap((address) => accountOf(address) ?? [])
  const [newest] = accounts
  return accounts.filter((each) => each === newest).length * 2 >= addresses.length ? newest : undefined
}

function isProgram(name: string, address: string): boolean {
  return /\[bot\]|\bbot\b/i.test(name) || /\[bot\]|^(no-?reply|bot|ci)@/i.test(address)
}

function accountOf(address: string): string | undefined {
  const account =
    /^(?:\d+\+)?([\w-]+)@users\.noreply\.github\.com$/.exec(address) ??
    /^\d+-([\w.-]+)@users\.noreply\.gitlab\.com$/.exec(address)
  return account === null ? undefined : `@${account[1]}`
}
