import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { GuardedFields } from '../guard-session.ts'
import type { Raised } from '../hooks.ts'

/** The maximum length of an argument of a program. */
const maxArgumentBytes = 100_000

interface EndOptions extends GuardedFields {
  readonly reason: string
  readonly env?: NodeJS.ProcessEnv
  /** How long to wait for the result. */
  readonly patienceMs: number
  /** Aborts the waiting, if the agent cannot wait. */
  readonly signal: AbortSignal
}

/**
 * Raises SessionEnd in a process of its own session, which runs all hooks to their end, whatever happens to the agent
 * and to us. Resolves with the result of the event, or with `undefined` if the waiting ended first. Returns `false` if
 * the caller must raise the event itself.
 */
export function endApart(options: EndOptions): Promise<Raised | undefined> | false {
  const { fields, home, projectDir, reason, env = process.env, patienceMs, signal } = options
  const told = JSON.stringify({ fields, home, projectDir } satisfies GuardedFields)
  if (Buffer.byteLength(told) > maxArgumentBytes) return false
  const program = fileURLToPath(new URL('../guard-main.ts', import.meta.url))
  const child = spawn(process.execPath, [program, told, reason], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...env, MUSTER_HOOK_RUN: undefined },
    cwd: '/',
  })
  if (child.pid === undefined) {
    child.on('error', () => {})
    return false
  }
  return new Promise((resolve) => {
    let output = ''
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', settle)
      child.stdout.destroy()
      child.unref()
      const [, answer] = output.split('\n')
      resolve(answer ? (JSON.parse(answer) as Raised) : undefined)
    }
    const timer = setTimeout(settle, patienceMs)
    signal.addEventListener('abort', settle)
    child.on('error', settle)
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stdout.on('close', settle)
  })
}
