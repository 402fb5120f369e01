import { type ChildProcess, spawn } from 'node:child_process'
import { homedir } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { tellAtTheEnd } from './end-of-process.ts'
import { createHooks, type EventFields, type Raised } from './hooks.ts'

export interface GuardOptions {
  readonly home?: string | undefined
  readonly projectDir?: string | undefined
  readonly env?: NodeJS.ProcessEnv | undefined
  /** As for `createHooks`. */
  readonly projectShell?: readonly string[] | undefined
}

export interface GuardedSession {
  /** The process that outlives the agent. */
  readonly guardPid: number | undefined
  /** Raises SessionEnd and returns its result. Further calls return the same result. */
  end(reason?: string): Promise<Raised>
}

/** The argument of the guard, as JSON. */
export interface GuardedFields {
  readonly fields: EventFields
  readonly home: string
  readonly projectDir?: string | undefined
}

/**
 * Makes sure that SessionEnd is raised once, however the agent ends. A small process in its own session holds the other
 * end of a pipe. When the pipe closes, the agent is gone, and the process raises SessionEnd: with the reason that the
 * agent wrote before, or with `error` if it wrote none, as after kill -9. Until then it is a waiting shell, which costs
 * almost nothing; it ignores the signals that end an agent and its group.
 *
 * SIGTERM, SIGINT and SIGHUP still end the agent as without a guard, or run the agent's own listeners.
 */
export function guardSession(fields: EventFields, options: GuardOptions = {}): GuardedSession {
  const { home = homedir(), projectDir, env = process.env, projectShell } = options
  const told: GuardedFields = { fields: { cwd: process.cwd(), ...fields }, home, projectDir }
  const program = fileURLToPath(new URL('./guard-main.ts', import.meta.url))
  const child = spawn(
    '/bin/sh',
    ['-c', script, 'muster-hooks-guard', process.execPath, program, JSON.stringify(told), ...(projectShell ?? [])],
    {
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
      // The timeout that kills a hook must not kill the guard.
      env: { ...env, MUSTER_HOOK_RUN: undefined },
      cwd: '/',
    },
  )
  let isTold = false
  const tell = (reason: string) => {
    if (isTold) return
    isTold = true
    // Writing a short line to a pipe is synchronous, so it works even while the process exits.
    child.stdin.write(`${reason.replaceAll('\n', ' ')}\n`)
  }
  const stopListening = tellAtTheEnd(tell)
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  setAlive(child, false)

  let ended: Promise<Raised> | undefined
  const end = async (reason: string) => {
    setAlive(child, true)
    tell(reason)
    child.stdin.end()
    const lines = (await text(child.stdout).catch(() => '')).split('\n')
    stopListening()
    const [isStarted, answer] = lines
    if (answer) return JSON.parse(answer) as Raised
    // The guard was killed. If it had not begun, the hooks still have to run.
    const hooks = createHooks({ home, projectDir, env, cwd: String(told.fields.cwd), watch: false, projectShell })
    return hooks.raise(
      'SessionEnd',
      { ...told.fields, reason },
      { signal: isStarted ? AbortSignal.abort() : undefined },
    )
  }
  return {
    guardPid: child.pid,
    end(reason = 'other') {
      ended ??= end(reason)
      return ended
    },
  }
}

const script = `trap '' HUP INT TERM
reason=error
while IFS= read -r line; do reason=$line; done
node=$1 program=$2 told=$3
shift 3
exec "$node" "$program" "$told" "$reason" "$@"`

/** Whether the guard keeps the agent's process alive. It does so only while its answer is awaited. */
function setAlive(child: ChildProcess, isAlive: boolean): void {
  const streams = [child.stdin, child.stdout] as unknown as { ref?(): void; unref?(): void }[]
  for (const each of [child, ...streams]) isAlive ? each.ref?.() : each.unref?.()
}
