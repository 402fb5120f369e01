import { GitFailure } from '@muster/contract/node/git'
import { type Asked, askGit, NoRepository } from './ask-git.ts'
import { createRepository, type Repository } from './create-repository.ts'
import { filesOnDisk } from './files-on-disk.ts'
import { followLinks } from './follow-links.ts'
import { noGit } from './git-facts.ts'
import type { HostingFacts } from './hosting-facts.ts'
import { mostFiles, walk } from './walk.ts'

export interface OpenedRepository {
  readonly repository: Repository
  /** The directory that was evaluated: the top of the repository that holds the given path. */
  readonly root: string
  /** Sentences about what could not be known. */
  readonly notes: readonly string[]
}

export async function openRepository(path: string, hosting?: HostingFacts, most?: number): Promise<OpenedRepository> {
  return openAsked(await askGit(path), hosting, most)
}

/** Opens a directory with what git says about it, or with what is found in it. */
export async function openAsked(
  { path, directory, answer }: Asked,
  hosting?: HostingFacts,
  /** How many files are looked at where git does not say which there are. */
  most = mostFiles,
): Promise<OpenedRepository> {
  const facts = hosting && { hosting }
  const said = await answer
  if (said instanceof GitFailure) {
    if (/must be run in a work tree/.test(said.message)) {
      throw new NoRepository(
        `${path} is a bare repository, which holds no files to look at. Clone it, and evaluate the clone.`,
      )
    }
    const { paths, isCut } = walk(directory, most)
    const repository = createRepository(filesOnDisk(directory, paths), { git: noGit, ...facts })
    const cut = isCut ? [`Only ${most.toLocaleString('en-US')} of its files were looked at.`] : []
    return { repository, root: directory, notes: [whyWithoutGit(said), ...cut] }
  }
  const { top, isShallow, paths, links, submodules, facts: git } = said
  const followed = followLinks(top, links, new Set(paths))
  const notes = [
    ...(isShallow ? ['The history is shallow, so what needs more of it was left out.'] : []),
    ...(submodules > 0
      ? [`${submodules === 1 ? '1 submodule was' : `${submodules} submodules were`} not looked into.`]
      : []),
  ]
  const repository = createRepository(filesOnDisk(top, paths, followed), { git, ...facts })
  return { repository, root: top, notes }
}

function whyWithoutGit({ isMissing, message }: GitFailure): string {
  if (isMissing) return 'git is not installed, so the history was left out.'
  if (/not a git repository/.test(message)) return 'This is no git repository, so there is no history.'
  return `git could not read this repository, so its history was left out: ${message.replace(/^fatal: /, '')}`
}
