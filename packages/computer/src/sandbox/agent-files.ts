import { copyFileSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AgentPreset } from '../agent/preset.ts'
import { removeFolder } from '../agent/remove-folder.ts'
import type { Pair } from './renewed-files.ts'

type Files = Pick<AgentPreset, 'stateFolders' | 'userSettings' | 'signedInFiles' | 'isSignInRenewed'>

interface AgentFiles {
  /** Folders of the home, each with the folder that is shown in its place. */
  readonly replaced: ReadonlyMap<string, string>
  /** Arguments for bubblewrap that show folders with settings inside those. */
  readonly words: readonly string[]
  /** The sign-in files to keep in sync in both directions. */
  readonly renewed: readonly Pair[]
}

/**
 * A sandboxed agent's own files, in a folder of its session. Settings files of its user are copied into it at each
 * start, because agents rewrite even those; folders with settings are shown read-only. Nothing of the session runs
 * meanwhile, so no agent can put a symlink at a target path.
 */
export function agentFiles(preset: Files, home: string, folder: string): AgentFiles {
  const { stateFolders, userSettings = {}, signedInFiles = [], isSignInRenewed } = preset
  for (const each of stateFolders) mkdirSync(join(folder, each), { recursive: true, mode: 0o700 })
  const signIn = signedInFiles.filter((name) => stateFolders.some((each) => name.startsWith(`${each}/`)))
  const words: string[] = []
  for (const [name, original] of [...Object.entries(userSettings), ...signIn.map((each) => [each, each] as const)]) {
    const [from, to] = [join(home, original), join(folder, name)]
    const found = statSync(from, { throwIfNoEntry: false })
    makePlace(to, found)
    if (found?.isDirectory()) words.push('--ro-bind-try', from, join(home, name))
    else if (found?.isFile()) copyFileSync(from, to)
  }
  return {
    replaced: new Map(stateFolders.map((each) => [each, join(folder, each)])),
    words,
    renewed: isSignInRenewed ? signIn.map((each) => ({ real: join(home, each), own: join(folder, each) })) : [],
  }
}

/** Prepares an empty mount point, or a free path for a copy; removes remains of an earlier start. */
function makePlace(path: string, shown: Stats | undefined): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  const isRest = found?.isDirectory() ? readdirSync(path).length === 0 : found !== undefined
  if (found && (shown || isRest)) removeFolder(path)
  if (shown?.isDirectory()) mkdirSync(path, { mode: 0o700 })
}
