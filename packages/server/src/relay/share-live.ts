import type { Database } from '../database/database.ts'
import type { Hints } from '../platform/hints.ts'
import type { Log } from '../platform/log.ts'
import type { Live, Partial } from '../turns/live.ts'
import * as repository from './live-repository.ts'

interface ShareOptions {
  readonly database: Database
  readonly hints: Hints
  readonly live: Live
  readonly nodeId: string
  /** The organization of a session whose turn may run on a computer of this node; `undefined` for any other. */
  readonly organizationOf: (sessionId: string) => string | undefined
  readonly log: Log
}

/** A session that is watched on another node, and its agent's unfinished text. */
interface Watched {
  until: number
  stop: () => void
  text: repository.WrittenText | undefined
  timer: NodeJS.Timeout | undefined
  writing: Promise<unknown>
}

/** Text of this period is written together: people see no difference. */
const joinMs = 100

/** How often a node repeats what is watched on it, and how long that counts. */
const renewEveryMs = 5_000
const countsMs = 15_000

/**
 * Brings unfinished text to people who watch on another node than the one with the computer. Hints say who watches and
 * that there is more to read; the text itself goes through a table. Nothing is written while nobody elsewhere watches.
 */
export function shareLive({ database, hints, live, nodeId, organizationOf, log }: ShareOptions): { stop(): void } {
  /** Sessions that are watched on this node. */
  const here = new Set<string>()
  const elsewhere = new Map<string, Watched>()

  live.onChangeHere((sessionId, isWatched) => {
    if (!isWatched) here.delete(sessionId)
    else {
      here.add(sessionId)
      hints.publish({ kind: 'watched', sessionId, nodeId })
    }
  })
  live.onClear((sessionId) => {
    const watched = elsewhere.get(sessionId)
    if (!watched?.text) return
    watched.text = undefined
    later(sessionId, watched)
  })

  function watchFor(sessionId: string): void {
    const known = elsewhere.get(sessionId)
    const until = performance.now() + countsMs
    if (known) {
      known.until = until
      return
    }
    const watched: Watched = {
      until,
      stop: () => {},
      text: undefined,
      timer: undefined,
      writing: Promise.resolve(),
    }
    elsewhere.set(sessionId, watched)
    watched.stop = live.watchForNode(sessionId, (partial) => {
      watched.text = added(watched.text, partial)
      later(sessionId, watched)
    })
  }

  function later(sessionId: string, watched: Watched): void {
    watched.timer ??= setTimeout(() => {
      watched.timer = undefined
      watched.writing = watched.writing.then(() => write(sessionId, watched))
    }, joinMs)
  }

  /** Only the node with the computer writes; the others pass on what they read. */
  async function write(sessionId: string, { text }: Pick<Watched, 'text'>): Promise<void> {
    const organizationId = organizationOf(sessionId)
    if (organizationId === undefined) return
    try {
      if (text) await repository.write(database, { ...text, organizationId })
      else await repository.remove(database, organizationId, sessionId)
      hints.publish({ kind: 'live', organizationId, sessionId, nodeId })
    } catch (error) {
      // The complete message follows anyway.
      log.debug({ err: error }, 'unfinished text could not be shared')
    }
  }

  async function read(organizationId: string, sessionId: string): Promise<void> {
    const row = await repository.find(database, organizationId, sessionId)
    if (!row) live.clear(sessionId)
    else live.publish({ kind: 'preview', sessionId, turnId: row.turn_id, n: row.n, text: row.text })
  }

  const endHints = hints.subscribe((hint) => {
    if (hint.kind === 'watched' && hint.nodeId !== nodeId) watchFor(hint.sessionId)
    if (hint.kind === 'live' && hint.nodeId !== nodeId && here.has(hint.sessionId)) {
      read(hint.organizationId, hint.sessionId).catch((error: unknown) => {
        log.debug({ err: error }, 'unfinished text could not be read')
      })
    }
  })

  const timer = setInterval(() => {
    for (const sessionId of here) hints.publish({ kind: 'watched', sessionId, nodeId })
    const now = performance.now()
    for (const [sessionId, watched] of elsewhere) {
      if (watched.until > now) continue
      watched.stop()
      clearTimeout(watched.timer)
      elsewhere.delete(sessionId)
      void write(sessionId, { text: undefined })
    }
  }, renewEveryMs).unref()

  return {
    stop() {
      endHints()
      clearInterval(timer)
      for (const { timer, stop } of elsewhere.values()) {
        clearTimeout(timer)
        stop()
      }
    },
  }
}

/** The unfinished text with the addition. */
function added(before: repository.WrittenText | undefined, { kind, sessionId, turnId, n, text }: Partial) {
  const isMore = kind === 'delta' && before?.turnId === turnId
  return { sessionId, turnId, n, text: isMore ? before.text + text : text }
}
