import type { Database } from '../../ground/database/database.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import type { Log } from '../../ground/platform/log.ts'
import { type Live, nameOf } from '../turns/live.ts'
import type { SessionKey } from '../turns/unfinished-texts.ts'
import * as repository from './live-repository.ts'

interface ShareOptions {
  readonly database: Database
  readonly hints: Hints
  readonly live: Live
  readonly nodeId: string
  readonly log: Log
}

/** A session that is watched on another node. */
interface Watched {
  readonly session: SessionKey
  until: number
  stop: () => void
  timer: NodeJS.Timeout | undefined
  /** True if there is new text that has not been written. */
  isDue: boolean
  /** True if the table contains a text of this node. */
  isWritten: boolean
}

/** Additions within this time are written together; people see no difference. */
const joinMs = 100

/** Longer text is written less often, which limits the write rate of a session. */
const maxLengthPerMs = 256

/** How often a node announces which sessions are watched on it, and how long an announcement is valid. */
const renewEveryMs = 5_000
const countsMs = 15_000

/**
 * Shows unfinished text to people who watch on another node than the computer's. Hints say which sessions are watched
 * and that there is new text; the text itself goes through a table. A node writes only text of its own computers, and
 * only while somebody watches on another node.
 */
export function shareLive({ database, hints, live, nodeId, log }: ShareOptions): { stop(): void } {
  /** Sessions that are watched on this node. */
  const here = new Map<string, SessionKey>()
  const elsewhere = new Map<string, Watched>()

  const tell = (session: SessionKey) => hints.publish({ kind: 'watched', ...session, nodeId })

  live.onChangeHere((session, isWatched) => {
    if (!isWatched) here.delete(nameOf(session))
    else {
      here.set(nameOf(session), session)
      tell(session)
    }
  })
  live.onClear((session) => later(elsewhere.get(nameOf(session))))

  function watchFor(session: SessionKey): void {
    const known = elsewhere.get(nameOf(session))
    const until = performance.now() + countsMs
    if (known) {
      known.until = until
      return
    }
    const watched: Watched = { session, until, stop: () => {}, timer: undefined, isDue: false, isWritten: false }
    elsewhere.set(nameOf(session), watched)
    watched.stop = live.watchForNode(session, () => later(watched))
    later(watched)
  }

  function later(watched: Watched | undefined): void {
    if (!watched) return
    watched.isDue = true
    if (watched.timer) return
    const length = live.textFromHere(watched.session)?.text.length ?? 0
    watched.timer = setTimeout(() => void work(watched), Math.max(joinMs, length / maxLengthPerMs))
  }

  async function work(watched: Watched): Promise<void> {
    watched.isDue = false
    await write(watched)
    watched.timer = undefined
    if (watched.isDue) later(watched)
  }

  async function write(watched: Watched): Promise<void> {
    const { session } = watched
    const isWatched = elsewhere.get(nameOf(session)) === watched
    const text = isWatched ? live.textFromHere(session) : undefined
    if (!text && !watched.isWritten) return
    try {
      if (text) await repository.write(database, session, text)
      else await repository.remove(database, session)
      watched.isWritten = text !== undefined
      hints.publish({ kind: 'live', ...session, nodeId })
    } catch (error) {
      // The complete message is sent anyway.
      log.debug({ err: error }, 'unfinished text could not be shared')
    }
  }

  async function read(session: SessionKey): Promise<void> {
    const row = await repository.find(database, session)
    if (!row) live.clear(session, 'elsewhere')
    else live.publish(session, { kind: 'preview', turnId: row.turn_id, n: row.n, text: row.text }, 'elsewhere')
  }

  const endHints = hints.subscribe((hint) => {
    if ((hint.kind !== 'watched' && hint.kind !== 'live') || hint.nodeId === nodeId) return
    const { organizationId, sessionId } = hint
    const session = { organizationId, sessionId }
    if (hint.kind === 'watched') watchFor(session)
    else if (here.has(nameOf(session))) {
      read(session).catch((error: unknown) => {
        log.debug({ err: error }, 'unfinished text could not be read')
      })
    }
  })

  const timer = setInterval(() => {
    for (const session of here.values()) tell(session)
    const now = performance.now()
    for (const [name, watched] of elsewhere) {
      if (watched.until > now) continue
      elsewhere.delete(name)
      watched.stop()
      later(watched)
    }
  }, renewEveryMs).unref()

  return {
    stop() {
      endHints()
      clearInterval(timer)
      for (const watched of elsewhere.values()) {
        clearTimeout(watched.timer)
        watched.isDue = false
        watched.stop()
      }
    },
  }
}
