import type { SettingsFile } from '../read-settings.ts'
import { findService } from '../report/find-service.ts'
import type { Warning } from '../warning.ts'
import { policyPath, readPolicy } from './organization-policy.ts'
import { findTrust, isTrusted, trustOf, trustPath } from './trust-store.ts'

export interface ProjectPlace {
  readonly home: string
  readonly projectDir: string
  readonly env: NodeJS.ProcessEnv
  /** The user's own setting. */
  readonly isAllowedByUser: boolean
}

/**
 * The settings of a project, with their hooks if its user trusts exactly these settings; otherwise without hooks and
 * with a warning.
 */
export function judgeProject(settings: SettingsFile, place: ProjectPlace): SettingsFile {
  const { home, projectDir } = place
  const { file, hooks, path } = settings
  if (!file || hooks.length === 0) return settings
  const off = switchedOffBy(place)
  const now = trustOf(projectDir, file)
  const stored = findTrust(home, projectDir)
  if (off === undefined && isTrusted(stored, now)) {
    return { ...settings, isStillTrusted: () => isTrusted(findTrust(home, projectDir), trustOf(projectDir, file)) }
  }
  const why = off ?? (stored ? 'changed' : 'new')
  const { message, fix } = sayings[why](now.project)
  const warning: Warning = { kind: 'untrusted', file: path, message, fix, subject: `${why} ${now.sha256} ${path}` }
  return { ...settings, hooks: [], withheld: hooks, warnings: [warning] }
}

/** The files, besides the settings, that the verdict depends on. */
export function trustPaths(home: string, projectDir: string): string[] {
  return [trustPath(home, projectDir), policyPath(home)]
}

/** Who has disabled project hooks, if anybody. */
function switchedOffBy({ isAllowedByUser, env, home }: ProjectPlace): 'user' | 'organization' | undefined {
  if (!isAllowedByUser) return 'user'
  const service = findService(env, home)
  return service && readPolicy(home, service.url)?.allowProjectHooks === false ? 'organization' : undefined
}

type Saying = (project: string) => { readonly message: string; readonly fix: string }

const sayings: Readonly<Record<'new' | 'changed' | 'user' | 'organization', Saying>> = {
  new: (project) => ({
    message: 'The hooks of this project do not run, because you have not trusted them.',
    fix: `To look at them and trust them: muster hooks trust ${quoted(project)}`,
  }),
  changed: (project) => ({
    message: 'The hooks of this project do not run, because their settings or scripts are not those that you trusted.',
    fix: `To look at them and trust them anew: muster hooks trust ${quoted(project)}`,
  }),
  user: () => ({
    message: 'The hooks of this project do not run, because your settings say "allowProjectHooks": false.',
    fix: 'Take that out of ~/.muster/settings.json if you want them.',
  }),
  organization: () => ({
    message: 'The hooks of this project do not run, because your organization has switched hooks of projects off.',
    fix: 'Put what you need into your own settings, or ask an owner of your organization.',
  }),
}

function quoted(path: string): string {
  return /^[\w./@+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
