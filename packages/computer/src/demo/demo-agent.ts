import { randomUUID } from 'node:crypto'
import { type Loose, listOf, textOf } from '../acp/loose.ts'
import { AgentError, type Peer } from '../acp/peer.ts'
import { DemoTurn } from './demo-turn.ts'

interface DemoSession {
  readonly folder: string
  turn: DemoTurn | undefined
  isTitled: boolean
}

/** An agent without a model: it understands a few plain commands and runs them in its folder. */
export class DemoAgent {
  readonly #peer: Peer
  readonly #sessions = new Map<string, DemoSession>()

  constructor(peer: Peer) {
    this.#peer = peer
  }

  answer(method: string, params: Loose): Promise<unknown> | undefined {
    switch (method) {
      case 'initialize':
        return Promise.resolve({
          protocolVersion: 1,
          agentInfo: { name: 'muster-demo', title: 'Demo agent', version: '1.0.0' },
          agentCapabilities: {
            promptCapabilities: { image: true, embeddedContext: true },
            sessionCapabilities: { resume: {} },
          },
          authMethods: [],
        })
      case 'session/new':
        return Promise.resolve({ sessionId: this.#open(randomUUID(), params), ...choices })
      case 'session/resume':
        return Promise.resolve({ sessionId: this.#open(String(params.sessionId), params), ...choices })
      case 'session/set_config_option':
        return Promise.resolve({ configOptions: choices.configOptions })
      case 'session/prompt':
        return this.#prompt(String(params.sessionId), params)
      default:
        return undefined
    }
  }

  cancel(sessionId: string): void {
    this.#sessions.get(sessionId)?.turn?.cancel()
  }

  #open(sessionId: string, { cwd }: Loose): string {
    this.#sessions.set(sessionId, { folder: textOf(cwd) ?? process.cwd(), turn: undefined, isTitled: false })
    return sessionId
  }

  async #prompt(sessionId: string, { prompt }: Loose): Promise<unknown> {
    const session = this.#sessions.get(sessionId)
    if (!session) throw new AgentError('There is no such session.')
    // Text before the last block belongs to earlier turns.
    const text =
      listOf(prompt)
        .flatMap((block) => textOf(block.text) ?? [])
        .at(-1) ?? ''
    const update = (each: Loose) => this.#peer.notify('session/update', { sessionId, update: each })
    if (!session.isTitled) {
      session.isTitled = true
      update({ sessionUpdate: 'session_info_update', title: text.trim().split('\n')[0]?.slice(0, 80) || 'Demo' })
    }
    const turn = new DemoTurn({
      folder: session.folder,
      update,
      ask: (toolCall, options) => this.#peer.request('session/request_permission', { sessionId, toolCall, options }),
    })
    session.turn = turn
    return turn.run(text).finally(() => {
      session.turn = undefined
    })
  }
}

const choices = {
  configOptions: [
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: 'demo',
      options: [{ value: 'demo', name: 'Demo' }],
    },
  ],
}
