import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export const launcher = join(import.meta.dirname, '../bin/muster.js')

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  /** What to type as soon as the output holds a certain text. */
  readonly answer?: readonly [prompt: string, text: string]
  /** To act on the process while it runs. */
  readonly onStart?: (child: { kill(signal: NodeJS.Signals): boolean }) => void
}

/** Runs the real command as a user would, with nothing of the environment of the tests but what is given. */
export function muster(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return run(process.execPath, [launcher, ...args], options)
}

export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { env, input, answer, onStart } = options
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env: { ...baseEnvironment, ...env } })
    const output = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.stdout += text
      if (answer && output.stdout.includes(answer[0])) child.stdin.end(answer[1])
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output.stderr += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...output }))
    child.stdin.on('error', () => {})
    if (!answer) child.stdin.end(input ?? '')
    onStart?.(child)
  })
}

const baseEnvironment = {
  PATH: process.env.PATH ?? '',
  HOME: join(tmpdir(), 'muster-cli-test-nobody'),
  // Compiled once for all runs, which is what a user has after the first run.
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '',
}

/** A home directory of its own, gone after the test. */
export async function temporaryHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'muster-cli-test-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return home
}
