import type { Git } from './git.ts'

const commitsLooked = 200
const mostOwners = 2

/**
 * Who changed the repository most in its last commits, by their accounts at the host. Somebody whose commits show an
 * address instead is left out: nobody wants to find their address in a file that they did not write.
 */
export async function findOwners(git: Git): Promise<string[]> {
  const output = await git(['log', `-${commitsLooked}`, '--no-merges', '--format=%ae']).catch(() => Buffer.alloc(0))
  const counts = new Map<string, number>()
  for (const address of output.toString().split('\n')) {
    const owner = ownerOf(address.trim())
    if (owner !== undefined) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, mostOwners)
    .map(([owner]) => owner)
}

function ownerOf(address: string): string | undefined {
  if (/\[bot\]|^(no-?reply|bot|ci)@/i.test(address)) return undefined
  const account = /^(?:\d+[+-])?([\w-]+)@users\.noreply\.(?:github|gitlab)\.com$/.exec(address)?.[1]
  return account === undefined ? undefined : `@${account}`
}
