import { setTimeout as pause } from 'node:timers/promises'
import { relayUrlOf } from '@muster/computer/place/identity'
import { ChaosComputer } from '../computer.ts'
import { signal } from '../processes.ts'
import { allOf } from './messages.ts'
import { insist, type World, type Writer } from './writer.ts'

/** Long enough for a computer that was lost, with its grace, and for whatever waited behind it. */
const restWithinMs = 180_000

/** The most messages of a session that may wait. */
const maxAhead = 3

interface Session {
  readonly number: number
  readonly sessionId: string
  readonly computer: ChaosComputer
  readonly ids: string[]
}

export interface SessionWriter extends Writer {
  readonly computers: readonly ChaosComputer[]
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
  for (const name of ['laptop', 'tower']) {
    const { json } = await insist(world, 'POST', '/api/v0/computers', { body: { name } })
    const serviceUrl = world.service.address
    const { id: computerId, credential } = json
    const relayUrl = relayUrlOf(serviceUrl, computerId)
    const computer = new ChaosComputer(root, { computerId, name, credential, serviceUrl, relayUrl })
    computer.launch()
    computers.push(computer)
    for (let count = 0; count < 2; count++) {
      const created = await insist(world, 'POST', '/api/v0/sessions', { body: { computerId } })
      sessions.push({ number: sessions.length, sessionId: created.json.sessionId, computer, ids: [] })
    }
  }

  async function post({ number, sessionId, ids }: Session): Promise<void> {
    while (!world.isOver()) {
      for (let ahead = 0; ahead < maxAhead && !world.isOver(); ahead++) {
        const { status, json } = await insist(world, 'POST', `/api/v0/sessions/${sessionId}/messages`, {
          body: { text: `work ${number} ${ids.length}` },
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
    const messages = await allOf(world, `/api/v0/sessions/${sessionId}/messages?order=asc`, 'messages')
    const { json: session } = await insist(world, 'GET', `/api/v0/sessions/${sessionId}`)
    if (session.messageCount !== messages.length) {
      world.problem(`${name} counts ${session.messageCount} messages and has ${messages.length}`)
    }
    const ofUser = messages.filter(({ role }) => role === 'user').map(({ id }) => id)
    if (ofUser.join() !== ids.join()) world.problem(`${name} lost, doubled or reordered messages`)
    const told = computer.diary.filter((order) => order.startsWith(`work ${number} `))
    if (new Set(told).size !== told.length) world.problem(`${name}: an agent was told something twice`)
    const texts = messages.flatMap(({ content }) => (content as { text?: string }[]).map(({ text = '' }) => text))
    const answers = ids.map((_, turn) => texts.filter((text) => text.includes(`Done: work ${number} ${turn}.`)).length)
    const silent = answers.filter((count) => count === 0).length
    const excuses = messages.filter(({ role }) => role === 'system').length
    if (answers.some((count) => count > 1)) world.problem(`${name}: an answer is there twice`)
    if (silent > excuses) world.problem(`${name}: ${silent} turns have no answer, and ${excuses} say why`)
    if (excuses > ids.length) world.problem(`${name}: ${excuses} excuses for ${ids.length} turns`)
    world.count('turns with an answer', ids.length - silent)
    world.count('turns that say why they have none', silent)
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
