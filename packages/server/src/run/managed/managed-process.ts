import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ManagedCredential, ManagedReport, ManagedStart } from '@muster/contract/managed-computer'
import type { Account } from './account.ts'

/** Started by its path, so that the service imports no code of it. */
const program = fileURLToPath(import.meta.resolve('@muster/computer/managed/main'))

const keptOfErrors = 1000

interface ProcessOptions {
  readonly start: ManagedStart
  readonly account: Account | undefined
  /** The whole environment of the process; it inherits no variable of the service. */
  readonly env: Readonly<Record<string, string>>
  readonly onReport: (report: ManagedReport) => void
  /** `how` includes its last output. */
  readonly onEnd: (how: string) => void
}

/**
 * The process of a managed computer, in its own process group, so that a signal to the service does not reach it. It
 * watches its standard input: when that closes because the service is gone, it finishes its running turns and ends.
 */
export class ManagedProcess {
  readonly #child: ChildProcess
  readonly #ended = Promise.withResolvers<void>()
  #errors = ''

  constructor({ start, account, env, onReport, onEnd }: ProcessOptions) {
    this.#child = spawn(process.execPath, [program], {
      ...account,
      env: { ...env, HOME: `${start.directory}/home` },
      cwd: start.directory,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const { stdin, stdout, stderr } = this.#child
    for (const stream of [stdin, stdout, stderr]) stream?.on('error', () => {})
    stderr?.on('data', (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString('utf8')).slice(-keptOfErrors)
    })
    if (stdout) createInterface({ input: stdout }).on('line', (line) => onReport(JSON.parse(line) as ManagedReport))
    let hasEnded = false
    const end = (how: string) => {
      if (hasEnded) return
      hasEnded = true
      this.#ended.resolve()
      onEnd([how, this.#errors.trim()].filter(Boolean).join(' It last said: '))
    }
    this.#child.once('error', (error) => end(`The process of the computer could not be started: ${error.message}.`))
    this.#child.once('close', (code, signal) => end(`The process of the computer ended with ${signal ?? code}.`))
    this.#write(start)
  }

  giveCredential(credential: string): void {
    this.#write({ credential } satisfies ManagedCredential)
  }

  /** Closes the standard input of the process. It ends at once if it has no running turn. */
  release(): void {
    this.#child.stdin?.end()
  }

  /** Resolves when it has ended, or after this time. */
  async endedWithin(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    await Promise.race([this.#ended.promise, promise]).finally(() => clearTimeout(timer))
    // A process that still works must not keep the service from exiting.
    this.#child.unref()
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.destroy()
  }

  #write(line: object): void {
    this.#child.stdin?.write(`${JSON.stringify(line)}\n`)
  }
}
