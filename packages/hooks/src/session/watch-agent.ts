import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { EventFields } from '../hooks.ts'
import { findAgentProcess, type ProcessMark } from './agent-process.ts'
import { changeMark, forgetEnd, makeMark, markPath, readMark, type SessionMark } from './session-marks.ts'

export interface WatchOptions {
  readonly fields: EventFields
  readonly home: string
  readonly projectDir: string
  readonly env?: NodeJS.ProcessEnv
  /** Default: the process that started this one. */
  readonly agent?: ProcessMark | undefined
  /** How often the agent is checked. Default: every second. */
  readonly lookSeconds?: number
}

/**
 * Makes sure that SessionEnd is raised for an agent that starts us for single events only. If its process is gone and
 * it has not raised SessionEnd itself, a process in its own session does, with the reason `error`. Until then that
 * process is a shell that checks once a second, which costs almost nothing. There is one per session; it ends with the
 * session, and after a week at the latest.
 */
export function watchAgent(options: WatchOptions): void {
  try {
    watch(options)
  } catch {
    // If nothing can be written or started, the agent has to end its sessions itself.
  }
}

function watch(options: WatchOptions): void {
  const { fields, home, projectDir, env = process.env, lookSeconds = 1 } = options
  const { session_id: session } = fields
  if (typeof session !== 'string' || session === '') return
  forgetEnd(home, session)
  const { agent = findAgentProcess() } = options
  if (!agent) return
  const path = markPath(home, session)
  const known = readMark(path)
  const isSame = known?.agent.pid === agent.pid && known.agent.began === agent.began
  if (known && isSame && isAlive(known.watcher)) return
  rmSync(path, { force: true })
  const mark: SessionMark = { agent, watcher: 0, fields, home, projectDir }
  if (!makeMark(path, mark)) return
  const program = fileURLToPath(new URL('./watch-main.ts', import.meta.url))
  const looks = process.platform === 'linux' ? looksInProc : looksByPs
  const script = `${looks}\n${waits}`
  const words = [path, String(agent.pid), agent.began, String(lookSeconds), process.execPath, program]
  const child = spawn('/bin/sh', ['-c', script, 'muster-hooks-watch', ...words], {
    detached: true,
    stdio: 'ignore',
    // The timeout that kills a hook must not kill the watcher.
    env: { ...env, MUSTER_HOOK_RUN: undefined },
    cwd: '/',
  })
  child.on('error', () => rmSync(path, { force: true }))
  child.unref()
  if (child.pid !== undefined) changeMark(path, { ...mark, watcher: child.pid })
}

/** Prints the start time of the process; nothing if it is gone or a zombie. */
const looksInProc = `began() {
  read -r line 2>/dev/null < "/proc/$1/stat" || return
  set -- \${line##*) }
  [ "$1" = Z ] && return
  shift 19
  echo "$1"
}`

const looksByPs = `began() { ps -o lstart= -p "$1" | sed 's/^ *//; s/ *$//'; }`

/** The delay at the end is for an agent that is just raising SessionEnd itself. */
const waits = `trap '' HUP INT TERM
left=604800
while [ -e "$1" ] && [ "$(began "$2")" = "$3" ]; do
  left=$((left - 1))
  [ "$left" -gt 0 ] || exit 0
  sleep "$4"
done
[ -e "$1" ] || exit 0
sleep "$4"
[ -e "$1" ] || exit 0
exec "$5" "$6" "$1"`

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}
