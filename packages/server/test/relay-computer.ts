import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import type { FrameFromComputer, KnownTurn, Update } from '@muster/contract/relay/from-computer'
import { relayProtocol } from '@muster/contract/relay/protocol'
import type { FrameToComputer } from '@muster/contract/relay/to-computer'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { TestServer } from '../src/testing/test-server.ts'

type Frame<Type extends FrameToComputer['type']> = Extract<FrameToComputer, { type: Type }>

/** The computer's end of the relay, which says what a test wants it to say. */
export class RelayComputer {
  readonly socket: WebSocket
  readonly frames: FrameToComputer[] = []
  /** The number of the connection, when it was welcomed. */
  epoch = 0
  readonly #events = new EventEmitter()
  #read = 0

  constructor(url: string, credential: string, headers: Readonly<Record<string, string>> = {}) {
    this.socket = new WebSocket(url, { headers: { authorization: `Bearer ${credential}`, ...headers } })
    this.socket.on('message', (data) => {
      this.frames.push(JSON.parse(String(data)))
      this.#events.emit('frame')
    })
    this.socket.on('close', () => this.#events.emit('frame'))
  }

  /** Resolves when it was welcomed. */
  static async connect(
    { relayAgentUrl = '', credential }: { relayAgentUrl?: string; credential: string },
    turns: KnownTurn[] = [],
    epoch?: number,
  ): Promise<RelayComputer> {
    const computer = new RelayComputer(relayAgentUrl, credential)
    await once(computer.socket, 'open')
    computer.send(helloWith(turns, epoch))
    computer.epoch = (await computer.next('welcome')).epoch
    return computer
  }

  send(frame: FrameFromComputer): void {
    this.socket.send(JSON.stringify(frame))
  }

  /** The next frame of this type that was not read yet. */
  async next<Type extends FrameToComputer['type']>(type: Type): Promise<Frame<Type>> {
    for (;;) {
      while (this.#read < this.frames.length) {
        const frame = this.frames[this.#read++]
        if (frame?.type === type) return frame as Frame<Type>
      }
      if (this.socket.readyState >= WebSocket.CLOSING)
        throw new Error(`The connection has ended before a ${type} came.`)
      await once(this.#events, 'frame')
    }
  }

  async updates(turn: { sessionId: string; turnId: string }, updates: Update[]): Promise<Frame<'ack'>> {
    this.send({ type: 'updates', sessionId: turn.sessionId, turnId: turn.turnId, updates })
    return this.next('ack')
  }

  async close(): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return
    const closed = once(this.socket, 'close')
    this.socket.close()
    await closed
  }
}

export function helloWith(turns: KnownTurn[] = [], epoch?: number): FrameFromComputer {
  return {
    type: 'hello',
    protocol: relayProtocol,
    ...(epoch !== undefined && { epoch }),
    daemon: {
      version: '0.1.0',
      hostname: 'laptop',
      platform: 'linux',
      agents: [{ id: 'demo', title: 'Demo' }],
      consent: { access: 'organization' },
      confinement: { available: false, reason: 'not tried' },
    },
    turns,
  }
}

/** A computer that is connected and was welcomed. It is closed when the test ends. */
export async function connectComputer(
  computer: { relayAgentUrl?: string; credential: string },
  turns: KnownTurn[] = [],
  epoch?: number,
): Promise<RelayComputer> {
  const connected = await RelayComputer.connect(computer, turns, epoch)
  onTestFinished(() => connected.close())
  return connected
}

export function assistantText(text: string): Extract<Update, { kind: 'message' }>['message'] {
  return {
    id: randomUUID(),
    role: 'assistant',
    content: [{ type: 'text', text, id: randomUUID() }],
    createdAt: Date.now(),
  }
}

/** A session whose turn runs on a computer that is connected. */
export async function runningTurn({ acme: { member } }: TestServer, name: string) {
  const registered = await member.computers.register({ name })
  const computer = await connectComputer(registered)
  const { sessionId } = await member.sessions.create({ computerId: registered.id })
  const { messageId: turnId } = await member.messages.post({ sessionId, text: 'Go.' })
  await computer.next('prompt')
  computer.send({ type: 'taken', sessionId, turnId })
  await computer.next('go')
  return { member, registered, computer, sessionId, turnId, turn: { sessionId, turnId } }
}
