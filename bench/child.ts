import { type ChildProcess, type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of ours that takes one request at a time and answers it. */
export class Child<Request extends object, Answer> {
  readonly #process: ChildProcess

  constructor(script: URL, options: ForkOptions = {}) {
    // Structured clone carries a hundred thousand paths much faster than JSON does.
    this.#process = fork(script, { serialization: 'advanced', ...options })
  }

  get pid(): number {
    return pidOf(this.#process)
  }

  async ask(request: Request): Promise<Answer> {
    const aborter = new AbortController()
    const ended = once(this.#process, 'exit', { signal: aborter.signal }).then(([code]) => {
      throw new Error(`A process of the benchmark ended early (${code}).`)
    })
    // The promise that loses the race must not count as an unhandled rejection.
    ended.catch(() => {})
    try {
      const answered = once(this.#process, 'message', { signal: aborter.signal })
      answered.catch(() => {})
      this.#process.send(request)
      const [answer] = await Promise.race([answered, ended])
      return answer as Answer
    } finally {
      aborter.abort()
    }
  }

  stop(): Promise<void> {
    return endProcess(this.#process, 'SIGKILL')
  }
}

/** Sends the signal to this process alone, and waits until it is gone. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

export function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error('The process did not start.')
  return child.pid
}
