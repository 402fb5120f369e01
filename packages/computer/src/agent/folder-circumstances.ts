import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { InForce } from '@muster/contract/relay/from-computer'
import { repositoryNamed } from '@muster/contract/repository-name'
import { maxNameLength } from '@muster/contract/telemetry'

const run = promisify(execFile)
const timeoutMs = 5_000

/** The repository of a folder, by the address of its remote without credentials, and the branch. Nothing is run but git. */
export async function circumstancesOf(folder: string): Promise<Pick<InForce, 'repository' | 'branch'>> {
  const [remotes, branch] = await Promise.all([
    git(folder, ['config', '--get-regexp', '^remote\\..*\\.url$']),
    git(folder, ['symbolic-ref', '--short', '--quiet', 'HEAD']),
  ])
  const addresses = remotes.split('\n').map((line) => line.split(' ') as [name: string, address?: string])
  const [, address = ''] = addresses.find(([name]) => name === 'remote.origin.url') ?? addresses[0] ?? []
  const repository = repositoryNamed(address)
  return { ...(isTold(repository) && { repository }), ...(isTold(branch) && { branch }) }
}

function isTold(text: string): boolean {
  return text !== '' && text.length <= maxNameLength && text.isWellFormed()
}

/** Empty outside of a repository, without git, and for a repository that git does not trust. */
async function git(folder: string, words: readonly string[]): Promise<string> {
  const told = await run('git', ['-C', folder, ...words], { timeout: timeoutMs }).catch(() => ({ stdout: '' }))
  return told.stdout.trim()
}
