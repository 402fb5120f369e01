import type { ControlSettings } from '@muster/contract/controls'
import { Policy } from '@muster/contract/relay/to-computer'
import type { ComputerConnections } from './computers/connections.ts'
import type { Reach } from './computers/reach.ts'
import type { Controls } from './controls/service.ts'
import type { Database } from './database/database.ts'
import { createHistoryOf } from './messages/history.ts'
import type { Hints } from './platform/hints.ts'
import type { Log } from './platform/log.ts'
import { keepLease } from './relay/node-lease.ts'
import { createRelay, type Relay } from './relay/relay-server.ts'
import type { Live } from './turns/live.ts'
import type { Turns } from './turns/service.ts'

interface Options {
  readonly database: Database
  readonly hints: Hints
  readonly controls: Controls
  readonly turns: Turns
  readonly live: Live
  readonly connections: ComputerConnections
  readonly reach: Reach
  readonly log: Log
  /** No other node shares the database. */
  readonly isAlone: boolean
  readonly graceMs: number
}

export interface RunningSessions {
  readonly relay: Relay
  stop(): Promise<void>
}

/** Everything by which computers run sessions: their connections, and what happens when they or a node are lost. */
export async function runSessions(options: Options): Promise<RunningSessions> {
  const { database, hints, controls, turns, live, connections, reach, log } = options
  await connections.beginLease(options.isAlone)
  const relay = createRelay({
    connections,
    reach,
    turns,
    hints,
    live,
    log,
    historyOf: createHistoryOf(database),
    policyOf: async (organizationId) => policyFrom(await controls.inForce(database, organizationId)),
  })
  reach.attach((computerId, question) => relay.connectionOf(computerId)?.ask(question))
  const lease = keepLease({ connections, turns, graceMs: options.graceMs, log })
  return {
    relay,
    async stop() {
      await relay.close()
      await lease.stop()
    },
  }
}

/** Only what computers enforce; much of the rest is none of their business. */
function policyFrom(settings: ControlSettings): Policy {
  const fields = Object.entries(settings).filter(([name]) => name in Policy.properties)
  return Object.fromEntries(fields) as Policy
}
