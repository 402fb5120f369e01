import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { groupBy } from '@muster/contract/group-by'
import type { HookEvent } from '@muster/contract/hook-events'
import { expandCommand } from './expand-command.ts'
import { settingsPaths } from './find-project.ts'
import { isOwnOrRoot } from './read-regular-file.ts'
import { type ConfiguredHook, type OnWarning, readSettings, type SettingsFile } from './read-settings.ts'
import type { watchSettings } from './watch-settings.ts'

/** A hook with the text that identifies its command. */
export interface PlannedHook extends ConfiguredHook {
  readonly identity: string
  /** Called before the hook is started, unless it is the user's own. */
  readonly isStillTrusted?: (() => boolean) | undefined
  /** Why a hook that fails closed cannot be started. */
  readonly cannotRun?: string
}

export interface Settings {
  readonly files: readonly SettingsFile[]
  /** The hooks of an event, in the order of the settings. Reads no file unless one has changed. */
  of(event: HookEvent): readonly PlannedHook[]
  reload(): void
  close(): void
}

export interface SettingsOptions {
  readonly home: string
  readonly projectDir: string
  readonly env: NodeJS.ProcessEnv
  /** Variables that are expanded when commands are compared. */
  readonly variables: Readonly<Record<string, string>>
  /** Reports changes; if absent, the files are read once. */
  readonly watch?: typeof watchSettings | undefined
  readonly onWarning: OnWarning
}

/** The settings of all files, reloaded when they change. */
export function openSettings({ home, projectDir, env, variables, watch, onWarning }: SettingsOptions): Settings {
  const [own = '', project] = settingsPaths(projectDir, home)
  const paths = project === undefined ? [own] : [own, project]
  // Changes of the trust and of the organization's rule apply at once, like those of the settings.
  if (watch && project !== undefined) paths.push(...trust().trustPaths(home, projectDir))
  let files: readonly SettingsFile[] = []
  let byEvent = new Map<HookEvent, readonly PlannedHook[]>()
  let seen = ''
  const read = (path: string, origin: 'user' | 'project'): SettingsFile => {
    const isOwner = origin === 'user' ? isOwnerIn(home) : isOwnOrRoot
    const found = readSettings({ path, origin, isOwner }, onWarning)
    // The last settings stay in force: a guarding hook must not vanish while the system is short of resources.
    const before = found.shortage === undefined ? undefined : files.find((each) => each.path === path)
    if (found.shortage !== undefined) seen = ''
    return before ?? found
  }
  const load = () => {
    seen = stampOf(paths)
    const user = read(own, 'user')
    const theirs = project === undefined ? undefined : read(project, 'project')
    // Another path to the home directory does not make it a project.
    const isTwice = user.file !== undefined && theirs?.file?.realPath === user.file.realPath
    const place = { home, projectDir, env, isAllowedByUser: user.allowProjectHooks }
    const judge = (settings: SettingsFile) => (settings.file ? trust().judgeProject(settings, place) : settings)
    files = theirs && !isTwice ? [user, judge(theirs)] : [user]
    byEvent = groupBy(
      files.flatMap(({ hooks, isStillTrusted }) =>
        hooks.map((hook) => ({ ...hook, isStillTrusted, identity: expandCommand(hook.command, variables) })),
      ),
      ({ event }) => event,
    )
    for (const { warnings } of files) for (const warning of warnings) onWarning(warning)
  }
  const loadIfChanged = () => {
    if (stampOf(paths) !== seen) load()
  }
  // Watching begins before the first read, so that no change in between is missed.
  const watched = watch?.(paths, loadIfChanged)
  load()
  return {
    get files() {
      return files
    },
    of(event) {
      // If the system refuses to watch or to read, for example because of its limit of watches, we check here.
      if ((watched && !watched.isWatching) || seen === '') loadIfChanged()
      return byEvent.get(event) ?? none
    },
    reload: load,
    close: () => watched?.close(),
  }
}

const none: readonly PlannedHook[] = []

type Trust = typeof import('./trust/judge-project.ts')
let loaded: Trust | undefined

/** Loaded with the first project that has settings: most have none, and a hook should start fast. */
function trust(): Trust {
  loaded ??= createRequire(import.meta.url)('./trust/judge-project.ts') as Trust
  return loaded
}

/** The user's settings may also belong to the owner of the home directory, as with sudo or in a container. */
function isOwnerIn(home: string): (userId: number) => boolean {
  return (userId) => isOwnOrRoot(userId) || statSync(home, { throwIfNoEntry: false })?.uid === userId
}

/** Differs after any of the files has changed. */
function stampOf(paths: readonly string[]): string {
  return paths.map(stampOfFile).join()
}

function stampOfFile(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
    return stat ? `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}` : '-'
  } catch (error) {
    // A symlink loop, or an inaccessible directory; the reader reports it.
    return String((error as NodeJS.ErrnoException).code)
  }
}
