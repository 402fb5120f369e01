import { type ChildProcess, fork } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import type { WorkerReply, WorkerRequest } from './job.ts'

/** The process of a job ended or was killed. The message is a sentence for people. */
export class WorkerLost extends Error {
  override readonly name = 'WorkerLost'
  /** True if the job used too much memory or time, and would do so again. */
  readonly isOwnFault: boolean

  constructor(reason: string, isOwnFault: boolean) {
    super(reason)
    this.isOwnFault = isOwnFault
  }
}

interface ProcessOptions {
  readonly module: URL
  readonly memoryMb: number
  /** True if serving requests has priority over its jobs. */
  readonly isPatient: boolean
}

/** How much of its last output is kept for the log. */
const keptCharacters = 2_000

/** A process that runs one job at a time. It gets no environment, so it can leak none of it. */
export class WorkerProcess {
  readonly #child: ChildProcess
  readonly #memoryMb: number
  readonly #ended = Promise.withResolvers<void>()
  #waiting: PromiseWithResolvers<WorkerReply> | undefined
  #lost: WorkerLost | undefined
  #killedFor: WorkerLost | undefined
  #said = ''

  constructor({ module, memoryMb, isPatient }: ProcessOptions) {
    this.#memoryMb = memoryMb
    this.#child = fork(module, {
      env: {},
      execArgv: [`--max-old-space-size=${memoryMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    // A process that could not start has no pid and reports its own error.
    if (isPatient && this.#child.pid !== undefined) {
      setPriority(this.#child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    }
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-keptCharacters)
    })
    this.#child.on('message', (reply: WorkerReply) => {
      this.#waiting?.resolve(reply)
      this.#waiting = undefined
    })
    this.#child.on('error', (error) => this.#onEnd(new WorkerLost(`Its process failed: ${error.message}.`, false)))
    this.#child.on('close', (code, signal) => this.#onEnd(this.#lossOf(code, signal)))
  }

  get isLost(): boolean {
    return this.#lost !== undefined || this.#killedFor !== undefined
  }

  /** Its last output. */
  get said(): string {
    return this.#said
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  ask(request: WorkerRequest): Promise<WorkerReply> {
    if (this.#lost) return Promise.reject(this.#lost)
    this.#waiting = Promise.withResolvers()
    // If sending fails, the process has ended, and its exit event reports that.
    this.#child.send(request, () => undefined)
    return this.#waiting.promise
  }

  /** Kills the process at once. Resolves when it has ended. */
  kill(reason: string, isOwnFault = false): Promise<void> {
    this.#killedFor ??= new WorkerLost(reason, isOwnFault)
    this.#child.kill('SIGKILL')
    return this.#ended.promise
  }

  #onEnd(loss: WorkerLost): void {
    this.#lost ??= this.#killedFor ?? loss
    this.#waiting?.reject(this.#lost)
    this.#waiting = undefined
    this.#ended.resolve()
  }

  #lossOf(code: number | null, signal: string | null): WorkerLost {
    // V8 aborts the process if its heap is full.
    if (signal === 'SIGABRT' || code === 134 || /heap out of memory/.test(this.#said)) {
      return new WorkerLost(`It needs more memory than a worker may have, which is ${this.#memoryMb} MB.`, true)
    }
    const reason = signal === null ? `Its process ended with code ${code}.` : `Its process was ended by ${signal}.`
    return new WorkerLost(reason, false)
  }
}
