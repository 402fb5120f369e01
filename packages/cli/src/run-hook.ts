import { fstatSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { hookEvents, isHookEvent } from '@muster/contract/hook-events'
import { createHooks, type EventFields, type Raised } from '@muster/hooks'
import { asOutput } from '@muster/hooks/conclude'
import { type Warning, warningText } from '@muster/hooks/warning'

/** Blocked is 2, which agents understand; so nothing else may be, not even a wrong command line. */
const exitCodes = { done: 0, wrong: 1, blocked: 2, interrupted: 130 } as const

/**
 * `muster hooks run`. It is started for every event of an agent and made to start at once: it has a parser of its own
 * and loads nothing that the event does not need.
 */
export async function runHook(words: readonly string[]): Promise<void> {
  try {
    process.exitCode = await run(words)
  } catch (error) {
    process.exitCode = exitCodes.wrong
    process.stderr.write(`Error: ${error instanceof Error ? error.message : String(error)}\n`)
  }
}

async function run(words: readonly string[]): Promise<number> {
  const isJson = words.includes('--json')
  const [event = '', ...rest] = words.filter((word) => word !== '--json' && word !== '--debug')
  if (!isHookEvent(event) || rest.length > 0) {
    throw new Error(`Say muster hooks run EVENT. Events are: ${hookEvents.join(', ')}.`)
  }
  const fields = withSession(parseFields(await readInput()))
  const cwd = typeof fields.cwd === 'string' ? fields.cwd : process.cwd()
  const home = homedir()
  const isStop = event === 'Stop' || event === 'SubagentStop' || event === 'UserPromptSubmit' || event === 'SessionEnd'
  const stopRounds = isStop ? (await import('@muster/hooks/stop-rounds-on-disk')).stopRoundsOnDisk(home) : undefined
  const warnings: string[] = []
  const onWarning = (warning: Warning) => {
    // What is for another agent is no news at every event.
    if (warning.kind !== 'foreign') warnings.push(warningText(warning))
  }
  const hooks = createHooks({ cwd, home, watch: false, stopRounds, onWarning })
  const interrupted = new AbortController()
  const hasHooks = hooks.select(event, fields).length > 0
  if (hasHooks) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupted.abort())
  }
  const startedMs = Date.now()
  const raising = hooks.raise(event, { ...fields, cwd }, { signal: interrupted.signal })
  // Loaded while the hooks run.
  const reporting = hasHooks ? import('@muster/hooks/report/send-by-process') : undefined
  const raised = await raising
  const exitCode = tell(raised, warnings, isJson)
  if (reporting) (await reporting).reportByProcess({ home })?.report(event, fields, startedMs, raised.outcomes)
  return interrupted.signal.aborted ? exitCodes.interrupted : exitCode
}

/** Says what the agent has to know. When something is blocked, the standard error output is the reason and nothing else. */
function tell(raised: Raised, warnings: readonly string[], isJson: boolean): number {
  const { event, isBlocked, reason, isLoopBroken, outcomes } = raised
  if (isJson) process.stdout.write(`${JSON.stringify(raised, null, 2)}\n`)
  if (isBlocked) {
    process.stderr.write(`${reason}\n`)
    return exitCodes.blocked
  }
  const output = isJson ? undefined : asOutput(event, raised)
  if (output) process.stdout.write(`${JSON.stringify(output)}\n`)
  const notes = [...warnings, ...outcomes.flatMap(failuresOf)]
  if (isLoopBroken) notes.push('Hooks kept the agent from stopping too often in a row, so it may stop now.')
  for (const note of notes) process.stderr.write(`${note}\n`)
  return exitCodes.done
}

function failuresOf({
  command,
  exitCode,
  signal,
  timedOut,
  timeoutMs,
  error,
  stderr,
  answer,
}: Raised['outcomes'][number]) {
  const complaints = (answer.complaints ?? []).map((complaint) => `Hook ${command}: ${complaint}`)
  const why = error
    ? `could not be started: ${error}`
    : timedOut
      ? `took longer than ${timeoutMs / 1000} s and was ended`
      : signal
        ? `was ended by ${signal}`
        : `ended with ${exitCode}`
  if (exitCode === 0 && !timedOut) return complaints
  const said = stderr.trim()
  return [`Hook ${command} ${why}.${said ? ` It said: ${said}` : ''}`, ...complaints]
}

/** An agent writes the object and closes the pipe; at a terminal, and without input, the event has no fields. */
async function readInput(): Promise<string> {
  if (isTerminal()) return ''
  try {
    return readFileSync(0, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    return (await import('node:stream/consumers')).text(process.stdin)
  }
}

/** `process.stdin` would know, but loads all of the network for it. A character device that is not /dev/null is one. */
function isTerminal(): boolean {
  const stat = fstatSync(0)
  return stat.isCharacterDevice() && stat.rdev !== 0x103
}

function parseFields(text: string): EventFields {
  if (text.trim() === '') return {}
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`The standard input is no JSON: ${error instanceof Error ? error.message : error}.`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as EventFields
  throw new Error('The standard input must be one JSON object.')
}

/** A hook that raises events itself belongs to the session that it was run for. */
function withSession(fields: EventFields): EventFields {
  const session = process.env.MUSTER_SESSION_ID
  return fields.session_id === undefined && session ? { ...fields, session_id: session } : fields
}
