import { openGit } from '@muster/contract/node/git'
import type { InForce } from '@muster/contract/relay/from-computer'
import { repositoryNamed } from '@muster/contract/repository-name'
import { maxNameLength } from '@muster/contract/telemetry'

const timeoutMs = 5_000

/** The repository of a folder, as its remote's address without credentials, and the branch. It runs git only. */
export async function circumstancesOf(folder: string): Promise<Pick<InForce, 'repository' | 'branch'>> {
  try {
    const { git, remotes } = await openGit(folder, timeoutMs)
    const address = remotes.get('origin') ?? [...remotes.values()][0] ?? ''
    const repository = repositoryNamed(address)
    const branch = (await git(['symbolic-ref', '--short', '--quiet', 'HEAD']).catch(() => '')).toString().trim()
    return { ...(isTold(repository) && { repository }), ...(isTold(branch) && { branch }) }
  } catch {
    // No repository, no git, or a repository that git does not trust.
    return {}
  }
}

function isTold(text: string): boolean {
  return text !== '' && text.length <= maxNameLength && text.isWellFormed()
}
