import type { Clock } from '../../ground/platform/clock.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { Log } from '../../ground/platform/log.ts'
import type { CurrentSession, CurrentSessions } from '../sessions/current-sessions.ts'

/** A session after a change; without `session` if it was deleted. */
export type FeedEvent = Omit<CurrentSession, 'session'> & { readonly session?: CurrentSession['session'] }

type Listener = (events: readonly FeedEvent[]) => void

interface FeedOptions {
  readonly hints: Hints
  readonly current: CurrentSessions
  readonly clock: Clock
  readonly log: Log
}

export interface SessionFeed {
  /** Calls `listener` with changes of the organization's sessions. Returns a function that unsubscribes. */
  subscribe(organizationId: string, listener: Listener): () => void
}

/** Changes that arrive within this time are read together. */
const joinMs = 5

/** The pause before a retry after the database was unavailable. */
const retryMs = 1_000

/** Checks without a hint: hints can be lost. */
const lookEveryMs = 10_000

/** Clocks of nodes differ a little, and a change is committed some time after its timestamp was taken. */
export const overlapMs = 60_000

const maxChanges = 1_000
const maxKnown = 10_000

/** Reads the changes of an organization's sessions once for all watchers on this node. */
export function createSessionFeed({ hints, current, clock, log }: FeedOptions): SessionFeed {
  const feeds = new Map<string, OrganizationFeed>()

  class OrganizationFeed {
    readonly listeners = new Set<Listener>()
    readonly #organizationId: string
    readonly #changed = new Set<string>()
    /** The last version that was sent of each session. */
    readonly #known = new Map<string, number>()
    readonly #stopHints: () => void
    readonly #looking: NodeJS.Timeout
    #timer: NodeJS.Timeout | undefined
    #since: number

    constructor(organizationId: string) {
      this.#organizationId = organizationId
      this.#since = clock.now()
      this.#stopHints = hints.subscribe((hint) => {
        if (hint.kind === 'missed') void this.#look()
        if (hint.kind !== 'session' || hint.organizationId !== organizationId) return
        const { sessionId, version, gone } = hint
        if (gone) this.#tell([{ sessionId, version, ...gone }])
        else this.#note(sessionId, version)
      })
      this.#looking = setInterval(() => void this.#look(), lookEveryMs)
    }

    close(): void {
      this.#stopHints()
      clearInterval(this.#looking)
      clearTimeout(this.#timer)
    }

    #note(sessionId: string, version: number): void {
      if ((this.#known.get(sessionId) ?? 0) >= version) return
      this.#changed.add(sessionId)
      this.#readIn(joinMs)
    }

    #readIn(ms: number): void {
      this.#timer ??= setTimeout(() => void this.#read(), ms)
    }

    async #look(): Promise<void> {
      const now = clock.now()
      try {
        const since = this.#since - overlapMs
        const wanted = { organizationId: this.#organizationId, userId: null, since, limit: maxChanges }
        for (const { id, version } of await current.changedSince(wanted)) this.#note(id, version)
        this.#since = now
      } catch (error) {
        log.debug({ err: error }, 'changes of sessions cannot be read just now')
      }
    }

    /** Runs one read at a time, so that no session goes back to an earlier state. */
    async #read(): Promise<void> {
      const ids = [...this.#changed].slice(0, maxChanges)
      try {
        for (const id of ids) this.#changed.delete(id)
        const found = await current.find(this.#organizationId, ids)
        // The database repeats each hint, possibly while its change is being read.
        const news = found.filter(({ sessionId, version }) => (this.#known.get(sessionId) ?? 0) < version)
        if (this.#known.size > maxKnown) this.#known.clear()
        for (const { sessionId, version } of news) this.#known.set(sessionId, version)
        this.#tell(news)
        this.#timer = undefined
        if (this.#changed.size > 0) this.#readIn(joinMs)
      } catch (error) {
        log.debug({ err: error }, 'changed sessions cannot be read just now')
        for (const id of ids) this.#changed.add(id)
        this.#timer = undefined
        this.#readIn(retryMs)
      }
    }

    #tell(events: readonly FeedEvent[]): void {
      if (events.length > 0) for (const listener of this.listeners) listener(events)
    }
  }

  return {
    subscribe(organizationId, listener) {
      const feed = feeds.get(organizationId) ?? new OrganizationFeed(organizationId)
      feeds.set(organizationId, feed)
      feed.listeners.add(listener)
      return () => {
        if (!feed.listeners.delete(listener) || feed.listeners.size > 0) return
        feed.close()
        feeds.delete(organizationId)
      }
    },
  }
}
