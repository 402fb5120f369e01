import pg from 'pg'
import { createHints, type Hint, type Hints } from '../platform/hints.ts'
import type { Log } from '../platform/log.ts'

const channel = 'muster_hints'

/** Long enough to join the hints of a burst, short enough that people do not notice. */
const joinMs = 3

/** Postgres accepts up to 8000 bytes in one notification. */
const maxBytes = 7500

const reconnectMs = 1000

interface SharedHintsOptions {
  readonly connection: pg.ClientConfig
  readonly log: Log
}

interface SharedHints extends Hints {
  close(): Promise<void>
}

/**
 * Sends hints to every node that shares the database. They use a connection of their own and are sent after the
 * transaction: inside of it, a notification would serialize all writers.
 */
export function createSharedHints({ connection, log }: SharedHintsOptions): SharedHints {
  const local = createHints()
  const waiting = new Map<string, Hint>()
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isSending = false
  let closed = false
  let wasLost = false
  const connected = connect()

  async function connect(): Promise<void> {
    const attempt = new pg.Client({ ...connection, application_name: 'muster hints' })
    attempt.on('error', () => reconnect(attempt))
    attempt.on('end', () => reconnect(attempt))
    attempt.on('notification', ({ payload }) => {
      for (const hint of JSON.parse(payload ?? '[]') as Hint[]) local.publish(hint)
    })
    try {
      await attempt.connect()
      await attempt.query(`listen ${channel}`)
      client = attempt
      if (wasLost) local.publish({ kind: 'missed' })
    } catch (error) {
      log.debug({ reason: (error as Error).message }, 'hints between nodes wait for the database')
      reconnect(attempt)
    }
  }

  let reconnecting: NodeJS.Timeout | undefined
  function reconnect(lost: pg.Client): void {
    lost.removeAllListeners('end')
    if (client === lost) client = undefined
    wasLost = true
    if (closed || reconnecting) return
    reconnecting = setTimeout(() => {
      reconnecting = undefined
      void connect()
    }, reconnectMs).unref()
  }

  /** Sends one statement at a time, because a connection accepts no second one while the first runs. */
  async function send(): Promise<void> {
    timer = undefined
    if (isSending) return
    isSending = true
    while (waiting.size > 0) {
      const hints = [...waiting.values()]
      waiting.clear()
      for (const payload of payloadsOf(hints)) {
        // A node that misses a hint finds the change at its next check.
        await client?.query('select pg_notify($1, $2)', [channel, payload]).catch(() => {})
      }
    }
    isSending = false
  }

  return {
    subscribe: local.subscribe,
    publish(hint) {
      // This node does not wait for its own notification, which also arrives.
      local.publish(hint)
      waiting.set(nameOf(hint), hint)
      timer ??= setTimeout(() => void send(), joinMs)
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(reconnecting)
      await connected
      await client?.end().catch(() => {})
    },
  }
}

/** If two hints have the same name, only the later one is sent. */
function nameOf(hint: Hint): string {
  switch (hint.kind) {
    case 'session':
      return hint.sessionId
    case 'computer':
      return `${hint.computerId} ${hint.goneSessionId ?? ''}`
    case 'watched':
    case 'live':
      return `${hint.kind} ${hint.organizationId} ${hint.sessionId} ${hint.nodeId}`
    case 'controls':
      return `controls ${hint.organizationId}`
    case 'delivery':
    case 'missed':
      return hint.kind
  }
}

function payloadsOf(hints: readonly Hint[]): string[] {
  const payloads: string[] = []
  let current: string[] = []
  let bytes = 2
  for (const hint of hints) {
    const text = JSON.stringify(hint)
    if (bytes + text.length + 1 > maxBytes) {
      payloads.push(`[${current.join()}]`)
      current = []
      bytes = 2
    }
    current.push(text)
    bytes += text.length + 1
  }
  return current.length > 0 ? [...payloads, `[${current.join()}]`] : payloads
}
