import { rmSync } from 'node:fs'
import { removeWorkFolder } from '../agent/work-folder.ts'
import { SessionLog } from '../log/session-log.ts'
import { listUnfinished, logPath, removeOld } from '../log/sessions-on-disk.ts'
import { Session } from './session.ts'
import type { SessionOptions } from './session-options.ts'

/** The sessions with work or unsent updates. The others exist only on disk. */
export class Sessions {
  readonly #options: SessionOptions
  readonly #known = new Map<string, Session>()
  /** Serializes the changes of each session. */
  readonly #last = new Map<string, Promise<void>>()

  constructor(options: SessionOptions) {
    this.#options = options
  }

  get all(): Session[] {
    return [...this.#known.values()]
  }

  find(sessionId: string): Session | undefined {
    return this.#known.get(sessionId)
  }

  async open(sessionId: string): Promise<Session> {
    const found = this.#known.get(sessionId)
    if (found) return found
    const { place, onLog } = this.#options
    const onFault = ({ message }: Error) =>
      onLog(`${sessionId}: What happens cannot be written down (${message}). It waits until that works.`)
    const session = new Session(this.#options, await SessionLog.open(sessionId, logPath(place, sessionId), onFault))
    this.#known.set(sessionId, session)
    return session
  }

  /** Continues sessions that an earlier daemon did not finish. */
  async recover(): Promise<void> {
    for (const sessionId of listUnfinished(this.#options.place)) await (await this.open(sessionId)).recover()
  }

  inOrder(sessionId: string, work: () => Promise<void> | void): Promise<void> {
    const done = (this.#last.get(sessionId) ?? Promise.resolve()).then(work)
    // A failure reaches only its own caller; the next task runs anyway.
    const settled = done.catch(() => {})
    this.#last.set(sessionId, settled)
    void settled.then(() => {
      if (this.#last.get(sessionId) === settled) this.#last.delete(sessionId)
    })
    return done
  }

  /** Removes an idle session from memory. */
  async release(session: Session): Promise<void> {
    if (!session.isAtRest) return
    this.#known.delete(session.sessionId)
    await session.close()
  }

  async forget(sessionId: string): Promise<void> {
    const { place, folders } = this.#options
    const session = this.#known.get(sessionId)
    this.#known.delete(sessionId)
    session?.stop({ cause: 'over' })
    await session?.close()
    rmSync(logPath(place, sessionId), { force: true })
    await removeWorkFolder(place, sessionId, folders)
  }

  /** Deletes sessions that are older than the organization's retention period. */
  async removeOld(retentionDays: number): Promise<void> {
    const { place, folders, now } = this.#options
    for (const session of this.all) await this.inOrder(session.sessionId, () => this.release(session))
    for (const sessionId of removeOld(place, retentionDays, now(), new Set(this.#known.keys()))) {
      await removeWorkFolder(place, sessionId, folders)
    }
  }
}
