import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Controls } from '../govern/controls/service.ts'
import type { Stays } from '../govern/keys/stays.ts'
import type { Database } from '../ground/database/database.ts'
import { type ClientRelayOptions, createClientRelay } from '../run/attach/client-relay.ts'
import type { Reach } from '../run/computers/reach.ts'
import { createHistoryOf } from '../run/messages/history.ts'
import type { Offers } from '../run/messages/offers.ts'
import { keepLease } from '../run/relay/node-lease.ts'
import { policyFrom } from '../run/relay/policy-from.ts'
import { createRelay } from '../run/relay/relay-server.ts'
import { shareLive } from '../run/relay/share-live.ts'
import type { Live } from '../run/turns/live.ts'
import type { Turns } from '../run/turns/service.ts'

interface Options extends ClientRelayOptions {
  readonly database: Database
  readonly controls: Controls
  readonly turns: Turns
  readonly live: Live
  readonly offers: Offers
  readonly reach: Reach
  readonly stays: Stays
  /** True if no other node shares the database. */
  readonly isAlone: boolean
  readonly graceMs: number
}

interface RunningSessions {
  /** For the `upgrade` event of the HTTP server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  stop(): Promise<void>
}

/** The parts by which computers run sessions: their connections, and the handling of lost computers and nodes. */
export async function runSessions(options: Options): Promise<RunningSessions> {
  const { database, hints, controls, turns, live, offers, connections, reach, log } = options
  await connections.beginLease(options.isAlone)
  const relay = createRelay({
    connections,
    stays: options.stays,
    reach,
    turns,
    hints,
    live,
    offers,
    limits: options.limits,
    trustedProxies: options.trustedProxies,
    log,
    historyOf: createHistoryOf(database),
    policyOf: async (organizationId) => policyFrom(await controls.inForce(database, organizationId)),
  })
  reach.attach((computerId, question) => relay.connectionOf(computerId)?.ask(question))
  const { nodeId } = connections
  const sharing = options.isAlone ? undefined : shareLive({ database, hints, live, nodeId, log })
  const clients = createClientRelay(options)
  const lease = keepLease({ connections, turns, graceMs: options.graceMs, log })
  return {
    upgrade(request, socket, head) {
      if (!clients.upgrade(request, socket, head)) relay.upgrade(request, socket, head)
    },
    async stop() {
      sharing?.stop()
      await clients.close()
      await relay.close()
      await lease.stop()
    },
  }
}
