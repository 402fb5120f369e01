import { once } from 'node:events'
import { hostname } from 'node:os'
import type { FrameFromComputer } from '@muster/contract/relay/from-computer'
import { relayAgentPath, relayProtocol } from '@muster/contract/relay/protocol'
import type { FrameToComputer } from '@muster/contract/relay/to-computer'
import WebSocket from 'ws'

export interface Credentials {
  readonly computerId: string
  readonly credential: string
}

type Frame<Type extends FrameToComputer['type']> = Extract<FrameToComputer, { type: Type }>

/** A computer's end of the relay without a disk and an agent: it accepts everything at once. */
export class BenchComputer {
  readonly #socket: WebSocket
  readonly #waiting = new Map<string, PromiseWithResolvers<{ frame: FrameToComputer; atMs: number }>>()

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => {
      const atMs = performance.now()
      const frame = JSON.parse(String(data)) as FrameToComputer
      const waiting = this.#waiting.get(frame.type)
      this.#waiting.delete(frame.type)
      waiting?.resolve({ frame, atMs })
    })
  }

  static async connect(port: number, { computerId, credential }: Credentials): Promise<BenchComputer> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${relayAgentPath(computerId)}`, {
      headers: { authorization: `Bearer ${credential}` },
      perMessageDeflate: false,
    })
    await once(socket, 'open')
    const computer = new BenchComputer(socket)
    const welcome = computer.next('welcome')
    computer.send({
      type: 'hello',
      protocol: relayProtocol,
      daemon: {
        version: '0.1.0',
        hostname: hostname(),
        platform: process.platform,
        agents: [],
        confinement: { available: false, reason: 'not tried' },
      },
      turns: [],
    })
    await welcome
    return computer
  }

  /** The next frame of this type, and when it came. Ask before it can come. */
  async next<Type extends FrameToComputer['type']>(type: Type): Promise<{ frame: Frame<Type>; atMs: number }> {
    const waiting = Promise.withResolvers<{ frame: FrameToComputer; atMs: number }>()
    this.#waiting.set(type, waiting)
    return (await waiting.promise) as { frame: Frame<Type>; atMs: number }
  }

  send(frame: FrameFromComputer): void {
    this.#socket.send(JSON.stringify(frame))
  }

  close(): void {
    this.#socket.terminate()
  }
}
