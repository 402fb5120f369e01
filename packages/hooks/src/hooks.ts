import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { type HookEvent, hookEventRules } from '@muster/contract/hook-events'
import { canonicalToolsOf } from './canonical-tools.ts'
import { type CommandEnd, notStarted } from './command-end.ts'
import { type Conclusion, conclude, nothingFollows } from './conclude.ts'
import { closedAnswer } from './fail-closed.ts'
import { findProject } from './find-project.ts'
import { type Answer, readAnswer, withoutPermission } from './read-answer.ts'
import type { SettingsFile } from './read-settings.ts'
import type { Reporter } from './report/reporter.ts'
import { selectHooks } from './select-hooks.ts'
import { openSettings, type PlannedHook } from './settings.ts'
import { limitStops, type StopRounds, stopRoundsInMemory } from './stop-rounds.ts'
import type { Warning } from './warning.ts'
import { watchSettings } from './watch-settings.ts'

export interface HooksOptions {
  /** Where commands run if an event gives no directory. Default: the directory of this process. */
  readonly cwd?: string | undefined
  /** Default: found from `cwd`. */
  readonly projectDir?: string | undefined
  readonly home?: string | undefined
  /** The environment of the commands. Default: that of this process at the time. */
  readonly env?: NodeJS.ProcessEnv | undefined
  /** Reloads changed settings. Default: yes. A process that raises one event and exits does not need it. */
  readonly watch?: boolean | undefined
  /** Counts executions. Default: none. */
  readonly reporter?: Reporter | undefined
  /** Called with each fault of the settings when they are read. Default: none; see `warnings`. */
  readonly onWarning?: ((warning: Warning) => void) | undefined
  /** How many times in succession hooks may keep an agent from stopping. Default: 8. */
  readonly maxStopRounds?: number | undefined
  /** Where those rounds are counted. Default: in memory. */
  readonly stopRounds?: StopRounds | undefined
  /** The maximum kept size of each output of a command. Default: 1 MiB. */
  readonly maxOutputBytes?: number | undefined
  /** The time between the request to end and the kill. Default: 2 seconds. */
  readonly graceMs?: number | undefined
  /** The program and the arguments before `-c` that run the commands of a project's hooks. Default: `/bin/sh`. */
  readonly projectShell?: readonly string[] | undefined
}

/** The fields of an event, from the agent; `hook_event_name` and `cwd` are filled in. */
export type EventFields = Readonly<Record<string, unknown>>

export interface RaiseOptions {
  /** Aborts the commands if the agent cannot wait for them. */
  readonly signal?: AbortSignal | undefined
}

/** The result of one hook. */
export interface Outcome extends CommandEnd {
  readonly command: string
  /** As in the settings; empty if it matches everything. */
  readonly matcher: string
  readonly file: string
  readonly timeoutMs: number
  readonly decision: 'none' | 'block' | 'allow' | 'ask' | 'halt'
  readonly answer: Answer
}

/** The result of an event. */
export interface Raised extends Conclusion {
  readonly event: HookEvent
  readonly outcomes: readonly Outcome[]
  /** Hooks kept the agent from stopping more often than allowed, so their answer was ignored. */
  readonly isLoopBroken: boolean
}

export interface Hooks {
  readonly projectDir: string
  readonly files: readonly SettingsFile[]
  /** Current faults of the settings. */
  readonly warnings: readonly Warning[]
  /** The hooks that would run, in the order of the settings. */
  select(event: HookEvent, fields: EventFields): readonly PlannedHook[]
  /** Runs all matching hooks concurrently and returns the conclusion. It never rejects because of a hook. */
  raise(event: HookEvent, fields: EventFields, options?: RaiseOptions): Promise<Raised>
  /** Reads the settings again, for a directory that cannot be watched. */
  reload(): void
  /** Stops watching the settings. */
  close(): void
}

/** The input that all hooks of one event receive. */
interface Given {
  readonly event: HookEvent
  readonly cwd: string
  readonly text: string
  readonly env: NodeJS.ProcessEnv
  readonly signal: AbortSignal | undefined
}

type Runner = typeof import('./run-command.ts')

/** Loaded with the first hook: most events have none, and a process for one event should start fast. */
let runner: Runner | undefined

const loadRunner = (): Promise<Runner> => import('./run-command.ts')

/**
 * The hooks of a project and of its user, for an agent of your own:
 *
 * ```ts
 * const hooks = createHooks({ cwd: process.cwd() })
 * const { isBlocked, reason } = await hooks.raise('PreToolUse', { session_id: 's1', tool_name: 'Bash', tool_input: { command: 'ls' } })
 * hooks.close()
 * ```
 */
export function createHooks(options: HooksOptions = {}): Hooks {
  const { home = homedir(), reporter, projectShell } = options
  const { graceMs = 2000, maxOutputBytes = 1024 * 1024, onWarning = () => {} } = options
  const stops = limitStops(options.stopRounds ?? stopRoundsInMemory(), options.maxStopRounds)
  const env = { ...(options.env ?? process.env) }
  const defaultCwd = resolve(options.cwd ?? process.cwd())
  const projectDir = resolve(options.projectDir ?? findProject(defaultCwd, { home, env }))
  const variables = { MUSTER_PROJECT_DIR: projectDir, CLAUDE_PROJECT_DIR: projectDir, GEMINI_PROJECT_DIR: projectDir }
  const settings = openSettings({
    home,
    projectDir,
    env,
    variables: { ...variables, HOME: env.HOME ?? home },
    watch: (options.watch ?? true) ? watchSettings : undefined,
    onWarning,
  })
  // A long-lived process loads it early, while it can still open files.
  if (options.watch ?? true) loadRunner().catch(() => {})
  const baseEnv: NodeJS.ProcessEnv = { ...env, ...variables }

  const run = async (hook: PlannedHook, given: Given): Promise<Outcome> => {
    const { command, matcher, file, timeoutMs, origin, failClosed } = hook
    const end = await startIn(hook, given)
    const said = readAnswer(given.event, end)
    const closed = failClosed ? closedAnswer(given.event, command, end, said) : said
    const answer = origin === 'project' ? withoutPermission(closed) : closed
    return { command, matcher, file, timeoutMs, ...end, answer, decision: decisionOf(answer) }
  }

  const startIn = async (
    { command, timeoutMs, cannotRun, origin, isStillTrusted }: PlannedHook,
    { cwd, text, env, signal }: Given,
  ): Promise<CommandEnd> => {
    if (cannotRun !== undefined) return notStarted(cannotRun)
    if (isStillTrusted?.() === false) return notStarted(noLongerTrusted)
    try {
      runner ??= await loadRunner()
    } catch (error) {
      return notStarted(error instanceof Error ? error.message : String(error))
    }
    const { runCommand } = runner
    const shell = origin === 'project' ? projectShell : undefined
    const start = (directory: string) =>
      runCommand({ command, shell, cwd: directory, env, input: text, timeoutMs, graceMs, maxOutputBytes, signal })
    let end = await start(cwd)
    // The directory of a session may be deleted at its end; its hooks still run.
    if (isDirectoryMissing(end)) end = await start(projectDir)
    return isDirectoryMissing(end) ? start('/') : end
  }

  return {
    projectDir,
    get files() {
      return settings.files
    },
    get warnings() {
      return settings.files.flatMap(({ warnings }) => warnings)
    },
    select: (event, fields) => selectHooks(settings.of(event), event, fields),
    async raise(event, fields, { signal } = {}) {
      if (event === 'UserPromptSubmit' || event === 'SessionEnd') stops.forget(fields)
      const selected = selectHooks(settings.of(event), event, fields)
      if (selected.length === 0) return { ...nothingFollows, event, outcomes: [], isLoopBroken: false }
      const cwd = typeof fields.cwd === 'string' ? fields.cwd : defaultCwd
      const isStop = event === 'Stop' || event === 'SubagentStop'
      const stop_hook_active = isStop && (stops.roundsOf(event, fields) > 0 || fields.stop_hook_active === true)
      const input = {
        ...fields,
        cwd,
        hook_event_name: event,
        ...(isStop && { stop_hook_active }),
        ...canonicalNameOf(event, fields),
      }
      const given = {
        event,
        cwd,
        text: `${JSON.stringify(input)}\n`,
        env: { ...baseEnv, ...idsOf(event, fields) },
        signal,
      }
      const startedMs = Date.now()
      const outcomes = await Promise.all(selected.map((hook) => run(hook, given)))
      reporter?.report(event, fields, startedMs, outcomes)
      const conclusion = conclude(
        event,
        outcomes.map(({ answer }) => answer),
      )
      const isLoopBroken = isStop && stops.isOneTooMany(event, fields, conclusion)
      if (!isLoopBroken) return { ...conclusion, event, outcomes, isLoopBroken }
      const { reason: _, ...rest } = conclusion
      return { ...rest, isBlocked: false, event, outcomes, isLoopBroken }
    },
    reload: () => settings.reload(),
    close: () => settings.close(),
  }
}

const noLongerTrusted = 'What it runs is not what you trusted. To look at it and trust it anew: muster hooks trust'

/** Passes ids as variables, so that a script needs no JSON parser. The ids of an outer session are removed. */
function idsOf(event: HookEvent, fields: EventFields): NodeJS.ProcessEnv {
  const ids: NodeJS.ProcessEnv = { MUSTER_HOOK_EVENT: event }
  for (const [variable, field] of idVariables) {
    const value = fields[field]
    ids[variable] = typeof value === 'string' && value !== '' && !value.includes('\0') ? value : undefined
  }
  return ids
}

const idVariables = [
  ['MUSTER_SESSION_ID', 'session_id'],
  ['MUSTER_TOOL_USE_ID', 'tool_use_id'],
  ['MUSTER_AGENT_ID', 'agent_id'],
] as const

/** Adds the common name of a tool, so that a script need not know all agents. */
function canonicalNameOf(event: HookEvent, fields: EventFields): EventFields {
  const { tool_name: name } = fields
  if (hookEventRules[event].matches !== 'tool_name' || typeof name !== 'string') return {}
  return { canonical_tool_name: canonicalToolsOf(name, fields)[0] ?? name }
}

function decisionOf({ block, halt, permission }: Answer): Outcome['decision'] {
  if (block !== undefined) return 'block'
  if (halt !== undefined) return 'halt'
  return permission === 'allow' || permission === 'ask' ? permission : 'none'
}

/** The shell always exists, so a failed start means that the directory is missing or inaccessible. */
function isDirectoryMissing({ error = '' }: CommandEnd): boolean {
  return /\b(?:ENOENT|ENOTDIR|EACCES)\b/.test(error)
}
