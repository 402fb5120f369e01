import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { findProject, settingsPaths } from '@muster/hooks/find-project'
import { parseSettings } from '@muster/hooks/read-settings'
import { warningText } from '@muster/hooks/warning'
import { exitCodes, Failure } from '../../../command-line/failure.ts'

interface EditableSettings {
  readonly path: string
  /** Empty if the file does not exist. */
  readonly source: string
}

/** The settings to change: the user's, or the project's. An invalid file is an error, so that it stays unchanged. */
export function openSettings(isProject: boolean): EditableSettings {
  const home = homedir()
  const [own = '', project] = settingsPaths(findProject(process.cwd(), { home, env: process.env }), home)
  const path = isProject ? (project ?? own) : own
  const source = readSource(path)
  const [broken] = parseSettings(path, source).warnings.filter(({ kind }) => kind === 'broken')
  if (broken) throw new Failure(warningText(broken), exitCodes.refused, 'Mend it first; nothing was changed.')
  return { path, source }
}

/** The text of a file; empty if it does not exist. */
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
