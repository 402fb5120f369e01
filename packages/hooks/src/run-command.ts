import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { CappedOutput } from './capped-output.ts'
import { type CommandEnd, notStarted } from './command-end.ts'
import { endGroup } from './end-group.ts'
import { findStrays } from './find-strays.ts'
import { hasFreeDescriptors } from './free-descriptors.ts'
import { createSlots } from './slots.ts'

export interface CommandRun {
  readonly command: string
  /** Default: `/bin/sh`. */
  readonly shell?: readonly string[] | undefined
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Written to the standard input, which is then closed. */
  readonly input: string
  readonly timeoutMs: number
  /** The time between the request to end and the kill. */
  readonly graceMs: number
  /** The kept size of each output; the rest is read and dropped, so that the command never blocks. */
  readonly maxOutputBytes: number
  /** Aborts the command like a timeout. */
  readonly signal?: AbortSignal | undefined
}

/** Output may arrive after a command has ended; after this long without any, it counts as complete. */
const quietMs = 50
const maxQuietWaits = 20

/** The maximum number of concurrent commands. More would not finish sooner, and could use up the open files. */
const slots = createSlots(32)

/** Errors when the system runs out of resources; a retry may succeed. */
const shortage = /\b(?:EMFILE|ENFILE|EAGAIN|ENOMEM)\b/
const maxShortageMs = 10_000
const maxPauseMs = 200

/** From this many concurrent commands on, it checks for free file descriptors before each start. */
const crowd = 4

/**
 * Runs a command through the shell, in its own process group, and resolves when it has ended; it never rejects. A
 * command that times out is ended together with its child processes. Background processes that still hold its output
 * are neither awaited nor ended.
 */
export async function runCommand(run: CommandRun): Promise<CommandEnd> {
  const { timeoutMs, signal } = run
  const startMs = performance.now()
  const leave = await slots.take(timeoutMs, signal)
  if (!leave && !signal?.aborted) return notStarted('Too many hooks run at once.')
  try {
    for (let pauseMs = 10; ; pauseMs = Math.min(2 * pauseMs, maxPauseMs)) {
      const canStart = slots.taken < crowd || hasFreeDescriptors()
      const end = canStart
        ? await new Promise<CommandEnd>((resolve) => new RunningCommand(run, resolve).start())
        : notStarted('EMFILE: too many open files')
      const isOver = performance.now() - startMs >= Math.min(timeoutMs, maxShortageMs)
      if (end.error === undefined || !shortage.test(end.error) || signal?.aborted || isOver) return end
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  } finally {
    leave?.()
  }
}

let runs = 0

/** Distinguishes the processes of one command from all others. A nested hook keeps the outer marks. */
function nextMark(outer: string | undefined): string {
  runs += 1
  const own = `${process.pid}-${runs}-${Math.random().toString(36).slice(2)}`
  return outer ? `${outer}/${own}` : own
}

class RunningCommand {
  readonly #run: CommandRun
  readonly #resolve: (end: CommandEnd) => void
  readonly #startMs = performance.now()
  readonly #stdout: CappedOutput
  readonly #stderr: CappedOutput
  readonly #mark: string
  #child: ChildProcessWithoutNullStreams | undefined
  #timer: NodeJS.Timeout | undefined
  #timedOut = false
  #aborted = false
  #isSettled = false
  #exit: { readonly code: number | null; readonly signal: NodeJS.Signals | null } | undefined
  #ending: Promise<void> | undefined

  constructor(run: CommandRun, resolve: (end: CommandEnd) => void) {
    this.#run = run
    this.#resolve = resolve
    this.#mark = nextMark(run.env.MUSTER_HOOK_RUN)
    this.#stdout = new CappedOutput(run.maxOutputBytes)
    this.#stderr = new CappedOutput(run.maxOutputBytes)
  }

  start(): void {
    const { command, shell = [], cwd, env, input, timeoutMs, signal } = this.#run
    const [program = '/bin/sh', ...words] = shell
    if (signal?.aborted) {
      this.#aborted = true
      return void this.#settle('It was not started, because the agent is stopping.')
    }
    try {
      const marked = { ...env, MUSTER_HOOK_RUN: this.#mark }
      this.#child = spawn(program, [...words, '-c', command], { cwd, env: marked, detached: true, stdio: 'pipe' })
    } catch (error) {
      return void this.#settle(messageOf(error))
    }
    const { pid, stdin, stdout, stderr } = this.#child
    this.#child.on('error', (error) => this.#settle(messageOf(error)))
    if (pid === undefined) return
    // A command need not read its input.
    stdin.on('error', () => {})
    stdin.end(input)
    stdout.on('data', (chunk: Buffer) => this.#stdout.add(chunk))
    stderr.on('data', (chunk: Buffer) => this.#stderr.add(chunk))
    this.#timer = setTimeout(() => {
      this.#timedOut = true
      this.#end(pid)
    }, timeoutMs)
    signal?.addEventListener('abort', this.#onAbort)
    this.#child.on('exit', (code, by) => this.#onExit(code, by))
    // When a whole group is being ended, its last process decides, even if the outputs are already closed.
    this.#child.on('close', () => {
      if (!this.#ending) this.#settle()
    })
  }

  readonly #onAbort = () => {
    this.#aborted = true
    if (this.#child?.pid !== undefined) this.#end(this.#child.pid)
  }

  #end(pid: number): void {
    this.#ending ??= endGroup(pid, this.#run.graceMs, () => findStrays(pid, this.#mark)).then(() => {
      if (this.#exit) this.#settle()
    })
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    this.#exit = { code, signal }
    clearTimeout(this.#timer)
    if (this.#ending) return void this.#ending.then(() => this.#settle())
    // Usually the outputs close now; otherwise a background process holds them.
    this.#settleWhenQuiet(maxQuietWaits)
  }

  #settleWhenQuiet(tries: number): void {
    const size = this.#stdout.size + this.#stderr.size
    const look = () => {
      if (this.#isSettled) return
      const isQuiet = this.#stdout.size + this.#stderr.size === size
      if (isQuiet || tries === 0) this.#settle()
      else this.#settleWhenQuiet(tries - 1)
    }
    // In a busy process, timers run before I/O, so arrived output is read before this check.
    this.#timer = setTimeout(() => setImmediate(look), quietMs)
  }

  #settle(error?: string): void {
    if (this.#isSettled) return
    this.#isSettled = true
    clearTimeout(this.#timer)
    this.#run.signal?.removeEventListener('abort', this.#onAbort)
    for (const stream of [this.#child?.stdin, this.#child?.stdout, this.#child?.stderr]) stream?.destroy()
    this.#resolve({
      exitCode: this.#exit?.code ?? null,
      signal: this.#exit?.signal ?? null,
      durationMs: performance.now() - this.#startMs,
      timedOut: this.#timedOut,
      aborted: this.#aborted,
      stdout: this.#stdout.text(),
      stderr: this.#stderr.text(),
      truncated: this.#stdout.isTruncated || this.#stderr.isTruncated,
      ...(error !== undefined && { error }),
    })
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
