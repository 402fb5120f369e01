import { setTimeout as pause } from 'node:timers/promises'
import { relayUrlOf } from '@muster/computer/place/identity'
import { accountOfTurns, type StoredMessage } from '../account-of-turns.ts'
import { ChaosComputer } from '../computer.ts'
import { ManagedComputer } from '../managed-computer.ts'
import { signal } from '../processes.ts'
import { managedComputers } from './controls.ts'
import { allOf } from './messages.ts'
import { insist, type World, type Writer } from './writer.ts'

/** Long enough for a computer that was lost, with its grace, and for whatever waited behind it. */
const restWithinMs = 180_000

/** The most messages of a session that may wait. */
const maxAhead = 3

interface Session {
  readonly number: number
  readonly sessionId: string
  readonly computer: ChaosComputer | ManagedComputer
  readonly ids: string[]
}

export interface SessionWriter extends Writer {
  readonly computers: readonly ChaosComputer[]
  readonly managed: ManagedComputer
  /** Ends daemons that still run. */
  end(): Promise<void>
}

/**
 * Computers with agents that work on sessions. In the end each message was given to an agent at most once, each turn has
 * an answer or says why not, nothing waits any more, and no process is left. Made before the first fault, because the
 * credential of a computer is shown once.
 */
export async function sessionWriter(world: World, root: string): Promise<SessionWriter> {
  const computers: ChaosComputer[] = []
  const sessions: Session[] = []
  const open = async (computerId: string, computer: ChaosComputer | ManagedComputer) => {
    const body = { computerId, sessionSettings: { autonomyLevel: 'high' } }
    const { json } = await insist(world, 'POST', '/api/v0/sessions', { body })
    sessions.push({ number: sessions.length, sessionId: json.sessionId, computer, ids: [] })
  }
  for (const name of ['laptop', 'tower']) {
    const { json } = await insist(world, 'POST', '/api/v0/computers', { body: { name } })
    const serviceUrl = world.service.address
    const { id: computerId, credential } = json
    const relayUrl = relayUrlOf(serviceUrl, computerId)
    const computer = new ChaosComputer(root, { computerId, name, credential, serviceUrl, relayUrl, access: 'private' })
    computer.launch()
    computers.push(computer)
    for (let count = 0; count < 2; count++) await open(computerId, computer)
  }
  await insist(world, 'PUT', '/api/v0/organization/enterprise-controls', { body: managedComputers })
  const hosted = await insist(world, 'POST', '/api/v0/computers', { body: { name: 'hosted', provider: 'managed' } })
  const managed = new ManagedComputer(world.service.dataDir, hosted.json.id)
  await open(hosted.json.id, managed)

  async function post({ number, sessionId, computer, ids }: Session): Promise<void> {
    while (!world.isOver()) {
      for (let ahead = 0; ahead < maxAhead && !world.isOver(); ahead++) {
        const { status, json } = await insist(world, 'POST', `/api/v0/sessions/${sessionId}/messages`, {
          body: { text: computer.promptFor(`work ${number} ${ids.length}`) },
          headers: { 'idempotency-key': `work ${number} ${ids.length}` },
        })
        if (status >= 300) world.problem(`a message was answered with ${status} ${JSON.stringify(json)}`)
        ids.push(json.messageId)
        world.count('turns asked for')
      }
      while (!world.isOver() && !(await isIdle(sessionId, 5))) world.count('waits for a session')
    }
  }

  async function isIdle(sessionId: string, seconds: number): Promise<boolean> {
    const { json } = await insist(world, 'GET', `/api/v0/sessions/${sessionId}?wait=${seconds}`)
    return json.status === 'idle'
  }

  async function checkSession({ number, sessionId, computer, ids }: Session): Promise<void> {
    const name = `session ${number}`
    const deadline = performance.now() + restWithinMs
    while (!(await isIdle(sessionId, 10))) {
      if (performance.now() > deadline) return world.problem(`${name} is stuck`)
    }
    const path = `/api/v0/sessions/${sessionId}/messages?order=asc`
    const messages = (await allOf(world, path, 'messages')) as unknown as StoredMessage[]
    const { json: session } = await insist(world, 'GET', `/api/v0/sessions/${sessionId}`)
    if (session.messageCount !== messages.length) {
      world.problem(`${name} counts ${session.messageCount} messages and has ${messages.length}`)
    }
    const orders = ids.map((_, turn) => `work ${number} ${turn}`)
    const { problems, silent } = accountOfTurns({ orders, ids, messages, diary: computer.diary })
    for (const each of problems) world.problem(`${name}: ${each}`)
    const where = computer instanceof ManagedComputer ? ' on a managed computer' : ''
    world.count(`turns with an answer${where}`, ids.length - silent)
    world.count(`turns that say why they have none${where}`, silent)
  }

  async function end(): Promise<void> {
    for (const computer of computers) {
      computer.signal('SIGINT')
      await computer.ended()
      for (let looks = 0; computer.agents.length > 0 && looks < 50; looks++) await pause(100)
      const left = computer.agents
      if (left.length > 0) world.problem(`${left.length} processes of agents outlive their daemon`)
      for (const pid of left) signal(pid, 'SIGKILL')
    }
  }

  return {
    name: 'sessions',
    computers,
    managed,
    async checkEnd() {
      for (let looks = 0; managed.processes.length > 0 && looks < 300; looks++) await pause(100)
      const left = managed.processes
      if (left.length > 0) world.problem(`${left.length} processes of a managed computer outlive the service`)
      for (const pid of left) signal(pid, 'SIGKILL')
    },
    async work() {
      await Promise.all(sessions.map(post))
    },
    async check() {
      for (const session of sessions) await checkSession(session)
      await end()
    },
    end,
  }
}
