import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readRegularFile } from '@muster/hooks/read-regular-file'
import type { Named } from './absent-names.ts'
import { statBeneath } from './beneath.ts'
import { findRepositories, gitFileTarget, type Project } from './repositories.ts'

/** Settings that run nothing, and sections that contain only such settings. Git spells their names in no other way. */
const harmless =
  /^\s*(?:[#;].*|\[(?:core|extensions|init|lfs|user|(?:branch|remote|submodule) "[^"\\]*")\]|(?:active|bare|branch|email|fetch|filemode|ignorecase|logallrefupdates|merge|name|objectformat|precomposeunicode|rebase|remote|repositoryformatversion|symlinks|url|worktree)\s*=(?!\s*ext::)[^\\]*)?$/i

/**
 * Repositories that were created while an agent ran, and in which git would run commands for a person who uses it there
 * or in the parent folder. An agent cannot be kept from creating repositories, because it may need one.
 */
export async function commandingRepositories({ root, ...before }: Project): Promise<Named[]> {
  const { tops, gitFolders } = await findRepositories(root)
  const isNew = (known: readonly string[]) => (each: string) => !known.includes(each)
  const folders = gitFolders.filter(isNew(before.gitFolders)).filter((each) => hasCommands(join(root, each)))
  const leadsToCommands = (file: string) => {
    const target = gitFileTarget(root, file)
    return target !== undefined && hasCommands(target)
  }
  const files = tops
    .filter(isNew(before.tops))
    .map((top) => join(top, '.git'))
    .filter(leadsToCommands)
  return [...folders, ...files].map((name) => ({ root, name }))
}

function hasCommands(gitFolder: string): boolean {
  const texts = ['config', 'config.worktree'].map((name) => textOf(join(gitFolder, name)))
  if (texts.some((text) => text === undefined || text.split('\n').some((line) => !harmless.test(line)))) return true
  const isHook = (name: string) => !name.endsWith('.sample')
  return namesIn(join(gitFolder, 'hooks')).some(isHook) || statBeneath(gitFolder, 'commondir') !== undefined
}

/** `undefined` if git would not read it as a file, or if it is too long to judge. */
function textOf(path: string): string | undefined {
  const read = readRegularFile(path, () => true)
  if ('file' in read) return read.file.bytes.toString('utf8')
  return 'errno' in read && read.errno === 'ENOENT' ? '' : undefined
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
