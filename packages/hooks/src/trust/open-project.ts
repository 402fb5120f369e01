import { findProject, settingsPaths } from '../find-project.ts'
import { isOwnOrRoot, type Refusal } from '../read-regular-file.ts'
import { readSettings, type SettingsFile } from '../read-settings.ts'
import { findTrust, isTrusted, type StoredTrust, type Trust, trustOf } from './trust-store.ts'

/** The current settings of a project, and the user's trust in it. */
export interface OpenProject {
  readonly projectDir: string
  readonly settings: SettingsFile
  /** What to store to trust exactly these settings. */
  readonly now: Trust
  readonly stored: StoredTrust | undefined
  readonly isTrusted: boolean
}

/** `undefined` if the project has no settings; a refusal if they must not be read. */
export function openProject(
  cwd: string,
  home: string,
  env: NodeJS.ProcessEnv = {},
): OpenProject | { readonly refusal: Refusal } | undefined {
  const projectDir = findProject(cwd, { home, env })
  const [, path] = settingsPaths(projectDir, home)
  if (path === undefined) return undefined
  const settings = readSettings({ path, origin: 'project', isOwner: isOwnOrRoot })
  const { file, warnings } = settings
  if (!file) return warnings[0] && { refusal: warnings[0] }
  const now = trustOf(projectDir, file)
  const stored = findTrust(home, projectDir)
  return { projectDir, settings, now, stored, isTrusted: isTrusted(stored, now) }
}
