import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { redactSecrets } from '@muster/contract/redact-secrets'
import { endGroup } from '@muster/hooks/end-group'
import { findStrays } from '@muster/hooks/find-strays'
import { LineReader } from '../acp/line-reader.ts'
import { markVariable } from './agent-environment.ts'

interface AgentStart {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly onLine: (line: string) => void
  /** Called when it has exited, with a sentence for people. */
  readonly onEnd: (how: string) => void
  readonly graceMs: number
}

const keptOfErrors = 2000
/** Output may still arrive after a process has exited. */
const drainMs = 200

/** The process of an agent, in its own process group, with all its child processes. */
export class AgentProcess {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #start: AgentStart
  #errors = ''
  #hasEnded = false
  #ending: Promise<void> | undefined
  #tooLong = false

  constructor(start: AgentStart) {
    this.#start = start
    const { command, args, cwd, env } = start
    this.#child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    const reader = new LineReader(start.onLine, () => {
      this.#tooLong = true
    })
    this.#child.stdout.on('data', (chunk: Buffer) => reader.push(chunk))
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#errors = (this.#errors + chunk.toString('utf8')).slice(-keptOfErrors)
    })
    for (const stream of [this.#child.stdin, this.#child.stdout, this.#child.stderr]) stream.on('error', () => {})
    // Without its output it cannot answer, even if it still runs. Usually it exits soon, with a better reason.
    const tellClosed = () => this.#onEnd(`The agent closed its output.${this.#lastWords()}`)
    this.#child.stdout.once('end', () => setTimeout(tellClosed, drainMs))
    this.#child.once('error', (error) => this.#onEnd(`The agent could not be started: ${error.message}`))
    this.#child.once('exit', (code, signal) => {
      const how = signal ? `was ended by ${signal}` : `ended by itself with code ${code}`
      const tell = () => this.#onEnd(`The agent ${how}.${this.#lastWords()}`)
      const timer = setTimeout(tell, drainMs)
      this.#child.once('close', () => {
        clearTimeout(timer)
        tell()
      })
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** The agent has written a line that is too long. */
  get wroteTooMuch(): boolean {
    return this.#tooLong
  }

  write(line: string): void {
    if (!this.#hasEnded) this.#child.stdin.write(`${line}\n`)
  }

  /** Stops reading; the agent blocks as soon as the pipe is full. */
  pause(): void {
    this.#child.stdout.pause()
  }

  resume(): void {
    if (!this.#hasEnded) this.#child.stdout.resume()
  }

  /** Ends the process and all its child processes. Resolves when none of them runs any more. */
  end(): Promise<void> {
    const { pid } = this.#child
    if (pid === undefined) return Promise.resolve()
    this.#child.stdin.end()
    // A paused stream would not report its end.
    this.#child.stdout.resume()
    const mark = `${markVariable}=${this.#start.env[markVariable]}`
    this.#ending ??= endGroup(pid, this.#start.graceMs, () => findStrays(pid, mark))
    return this.#ending
  }

  #onEnd(how: string): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#start.onEnd(how)
    // Also ends processes that it left behind in its group.
    void this.end()
  }

  #lastWords(): string {
    const said = redactSecrets(this.#errors.trim().split('\n').slice(-5).join('\n'))
    return said === '' ? '' : ` It last said: ${said}`
  }
}
