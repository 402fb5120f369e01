import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { ProvisioningStep } from '@muster/contract/computer'
import type { ManagedReport } from '@muster/contract/managed-computer'
import { relayAgentPath } from '@muster/contract/relay/protocol'
import { hashSecret } from '../../govern/keys/api-key.ts'
import type { Log } from '../../ground/platform/log.ts'
import { type Account, chooseAccount, endProcesses } from './account.ts'
import type { HostParts } from './host-parts.ts'
import { ManagedProcess } from './managed-process.ts'
import { noteStep } from './note-step.ts'
import type { HostedRow } from './repository.ts'
import * as repository from './repository.ts'

const [shortestPauseMs, longestPauseMs] = [1_000, 60_000]
/** A process that ran for at least this long counts as a successful start. */
const wellMs = 10_000
/** After this many failures in a row the computer is marked `error`, even if it never reported a reason. */
const tellAfter = 3
const endMs = 3_000

/** One computer on this host: sets it up, keeps it running, and removes all of its files. */
export class ManagedComputer {
  readonly #row: HostedRow
  readonly #parts: HostParts
  readonly #directory: string
  readonly #log: Log
  #process: ManagedProcess | undefined
  #account: Account | undefined
  #isWanted = false
  #failures = 0
  #retry: NodeJS.Timeout | undefined
  /** Reports the steps of a start, in order. */
  #telling: Promise<unknown> = Promise.resolve()

  constructor(row: HostedRow, parts: HostParts) {
    this.#row = row
    this.#parts = parts
    this.#directory = join(parts.directory, row.id)
    this.#log = parts.log.child({ computerId: row.id })
  }

  /** Starts the computer if it does not run. Failed starts are retried with growing pauses. */
  run(): void {
    if (this.#isWanted) return
    this.#isWanted = true
    this.#start()
  }

  /** Waits until its turns end, then ends its process. Its files stay. */
  async stop(): Promise<void> {
    this.#isWanted = false
    clearTimeout(this.#retry)
    const process = this.#process
    process?.release()
    await process?.endedWithin(endMs)
    await this.#telling
  }

  /** Ends the computer at once, with everything that it started, and removes all its files. */
  async remove(): Promise<void> {
    await this.stop()
    removeLeftOvers(this.#directory, this.#parts.directory)
  }

  #start(): void {
    const failure = this.#prepare()
    if (failure) {
      this.#tell(failure.step, 'failed', failure.error)
      this.#again('')
      return
    }
    const { serviceUrl, agent, mustConfine, version, env } = this.#parts
    const beganMs = performance.now()
    let hasTold = false
    const { id: computerId, name } = this.#row
    const relayUrl = `${serviceUrl.replace(/^http/, 'ws')}${relayAgentPath(computerId)}`
    const process = new ManagedProcess({
      start: { computerId, name, serviceUrl, relayUrl, directory: this.#directory, agent, mustConfine, version },
      account: this.#account,
      env,
      onReport: (report) => {
        hasTold ||= report.kind === 'step' && report.status === 'failed'
        this.#onReport(process, report)
      },
      onEnd: (how) => {
        if (this.#process === process) this.#process = undefined
        if (!this.#isWanted) return
        if (performance.now() - beganMs > wellMs) this.#failures = 0
        this.#again(hasTold ? '' : how)
      },
    })
    this.#process = process
  }

  /** The steps that only the service can do. */
  #prepare(): { step: ProvisioningStep['id']; error: string } | undefined {
    let step: ProvisioningStep['id'] = 'create-computer'
    try {
      this.#tell(step, 'running')
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
      this.#tell(step, 'completed')
      step = 'setup-user'
      this.#tell(step, 'running')
      this.#account = chooseAccount(this.#directory, this.#parts.directory)
      if (this.#account) chownSync(this.#directory, this.#account.uid, this.#account.gid)
      const user = this.#account ? `agent (${this.#account.uid})` : userInfo().username
      this.#inOrder(() => repository.setRemoteUser(this.#parts.database, this.#row, user))
      this.#tell(step, 'completed')
      return undefined
    } catch (error) {
      return { step, error: (error as Error).message }
    }
  }

  #onReport(process: ManagedProcess, report: ManagedReport): void {
    if (report.kind === 'log') this.#log.info(report.text)
    else if (report.kind === 'step') this.#tell(report.step, report.status, report.error)
    else this.#giveCredential(process)
  }

  /** Each process gets a new secret: it is never written to disk, and an old one is no longer valid. */
  #giveCredential(process: ManagedProcess): void {
    if (this.#process !== process || !this.#isWanted) return
    const secret = this.#parts.ids.secret(32)
    this.#inOrder(async () => {
      try {
        await repository.setCredential(this.#parts.database, this.#row, hashSecret(secret))
        process.giveCredential(`msc_${this.#row.id.replaceAll('-', '')}_${secret}`)
      } catch (error) {
        // The process asks for its credential only once and waits for it.
        setTimeout(() => this.#giveCredential(process), shortestPauseMs).unref()
        throw error
      }
    })
  }

  #again(how: string): void {
    this.#failures += 1
    if (how !== '') this.#log.warn(how)
    if (how !== '' && this.#failures >= tellAfter) this.#tell('start-services', 'failed', how)
    const pauseMs = Math.min(longestPauseMs, shortestPauseMs * 2 ** (this.#failures - 1))
    this.#retry = setTimeout(() => this.#start(), pauseMs).unref()
  }

  #tell(step: ProvisioningStep['id'], status: 'running' | 'completed' | 'failed', error?: string): void {
    if (error !== undefined) this.#log.warn({ step }, error)
    this.#inOrder(() => noteStep(this.#parts, this.#row, { step, status, error }))
  }

  #inOrder(work: () => Promise<unknown>): void {
    this.#telling = this.#telling.then(work).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'the state of a managed computer could not be noted')
    })
  }
}

/** Also removes the files of a computer that was deleted while the service did not run. */
export function removeLeftOvers(directory: string, root: string): void {
  if (!existsSync(directory)) return
  endProcesses(directory, chooseAccount(directory, root))
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}
