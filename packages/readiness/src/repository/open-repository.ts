import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createRepository, type Repository } from './create-repository.ts'
import { filesOnDisk } from './files-on-disk.ts'
import { followLinks } from './follow-links.ts'
import { type Git, GitFailure, openGit } from './git.ts'
import { noGit } from './git-facts.ts'
import type { HostingFacts } from './hosting-facts.ts'
import { readGit } from './read-git.ts'
import { mostFiles, walk } from './walk.ts'

export interface OpenedRepository {
  readonly repository: Repository
  /** The directory that was evaluated: the top of the repository that holds the given path. */
  readonly root: string
  /** Sentences about what could not be known. */
  readonly notes: readonly string[]
}

/** The path cannot be evaluated; the message says why. */
export class NoRepository extends Error {
  override readonly name = 'NoRepository'
}

export async function openRepository(
  path: string,
  hosting?: HostingFacts,
  /** How many files are looked at where git does not say which there are. */
  most = mostFiles,
): Promise<OpenedRepository> {
  const directory = resolve(path)
  const found = await stat(directory).catch(() => undefined)
  if (!found) throw new NoRepository(`There is no directory ${path}.`)
  if (!found.isDirectory()) throw new NoRepository(`${path} is no directory.`)
  const facts = hosting && { hosting }
  try {
    const here = await openGit(directory)
    const top = await topOf(here)
    const atTop = top === directory ? here : await openGit(top)
    const { paths, links, submodules, facts: git, isShallow } = await readGit(atTop)
    const followed = followLinks(top, links, new Set(paths))
    const repository = createRepository(filesOnDisk(top, paths, followed), { git, ...facts })
    const notes = [
      ...(isShallow ? ['The history is shallow, so what needs more of it was left out.'] : []),
      ...(submodules > 0
        ? [`${submodules === 1 ? '1 submodule was' : `${submodules} submodules were`} not looked into.`]
        : []),
    ]
    return { repository, root: top, notes }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    if (/must be run in a work tree/.test(error.message)) {
      throw new NoRepository(
        `${path} is a bare repository, which holds no files to look at. Clone it, and evaluate the clone.`,
      )
    }
    const { paths, isCut } = walk(directory, most)
    const repository = createRepository(filesOnDisk(directory, paths), { git: noGit, ...facts })
    const cut = isCut ? [`Only ${most.toLocaleString('en-US')} of its files were looked at.`] : []
    return { repository, root: directory, notes: [whyWithoutGit(error), ...cut] }
  }
}

async function topOf(git: Git): Promise<string> {
  const output = (await git(['rev-parse', '--show-toplevel'])).toString()
  return output.replace(/\n$/, '')
}

function whyWithoutGit({ isMissing, message }: GitFailure): string {
  if (isMissing) return 'git is not installed, so the history was left out.'
  if (/not a git repository/.test(message)) return 'This is no git repository, so there is no history.'
  return `git could not read this repository, so its history was left out: ${message.replace(/^fatal: /, '')}`
}
