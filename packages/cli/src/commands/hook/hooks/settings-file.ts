import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { findProject, settingsPaths } from '@muster/hooks/find-project'
import { parseSettings } from '@muster/hooks/read-settings'
import { warningText } from '@muster/hooks/warning'
import { exitCodes, Failure } from '../../../command-line/failure.ts'

interface EditableSettings {
  readonly path: string
  /** Empty when there is no file yet. */
  readonly source: string
}

/** The settings to change: the user's, or the project's. A file that is broken is not touched. */
export function openSettings(isProject: boolean): EditableSettings {
  const home = homedir()
  const [own = '', project] = settingsPaths(findProject(process.cwd(), { home, env: process.env }), home)
  const path = isProject ? (project ?? own) : own
  const source = readSource(path)
  const [broken] = parseSettings(path, source).warnings.filter(({ kind }) => kind === 'broken')
  if (broken) throw new Failure(warningText(broken), exitCodes.refused, 'Mend it first; nothing was changed.')
  return { path, source }
}

/** The text of a file, or nothing when there is none. */
export function readSource(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

export const projectOption = {
  project: { type: 'flag', summary: "In the project's .muster/settings.json instead of your own" },
} as const
