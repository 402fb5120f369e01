import { statSync } from 'node:fs'
import type { HookEvent } from '@muster/contract/hook-events'
import { expandCommand } from './expand-command.ts'
import { type ConfiguredHook, type OnWarning, readSettings, type SettingsFile } from './read-settings.ts'
import { type SettingsWatch, watchSettings } from './watch-settings.ts'

/** A hook with the text by which it is told apart from others. */
export interface PlannedHook extends ConfiguredHook {
  readonly identity: string
}

export interface Settings {
  readonly files: readonly SettingsFile[]
  /** What is configured for an event, in the order of the settings. Reads no file unless one has changed. */
  of(event: HookEvent): readonly PlannedHook[]
  reload(): void
  close(): void
}

export interface SettingsOptions {
  readonly paths: readonly string[]
  /** Variables by which commands are told apart. */
  readonly variables: Readonly<Record<string, string>>
  readonly watch: boolean
  readonly onWarning: OnWarning
}

/** The settings of all files, kept fresh by watching them. */
export function openSettings({ paths, variables, watch, onWarning }: SettingsOptions): Settings {
  let files: readonly SettingsFile[] = []
  let byEvent = new Map<HookEvent, readonly PlannedHook[]>()
  let seen = ''
  const load = () => {
    seen = stampOf(paths)
    files = paths.map((path) => readSettings(path, onWarning))
    byEvent = Map.groupBy(
      files.flatMap(({ hooks }) =>
        hooks.map((hook) => ({ ...hook, identity: expandCommand(hook.command, variables) })),
      ),
      ({ event }) => event,
    )
    for (const { warnings } of files) for (const warning of warnings) onWarning(warning)
  }
  const loadIfChanged = () => {
    if (stampOf(paths) !== seen) load()
  }
  // Watching begins before the first look, so that no change falls in between.
  const watched: SettingsWatch | undefined = watch ? watchSettings(paths, loadIfChanged) : undefined
  load()
  return {
    get files() {
      return files
    },
    of(event) {
      if (watched && !watched.isWatching) loadIfChanged()
      return byEvent.get(event) ?? none
    },
    reload: load,
    close: () => watched?.close(),
  }
}

const none: readonly PlannedHook[] = []

/** Changes whenever one of the files does. */
function stampOf(paths: readonly string[]): string {
  return paths
    .map((path) => {
      const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
      return stat ? `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}` : '-'
    })
    .join()
}
