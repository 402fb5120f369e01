import { EventEmitter, once } from 'node:events'
import type { FrameFromClient, FrameToClient } from '@muster/contract/relay/client-frames'
import { relayProtocol } from '@muster/contract/relay/protocol'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

type Frame<Type extends FrameToClient['type']> = Extract<FrameToClient, { type: Type }>

/** A client that attaches to a computer, as any program would. */
export class RelayClient {
  readonly socket: WebSocket
  readonly frames: FrameToClient[] = []
  readonly #events = new EventEmitter()
  readonly #unread: FrameToClient[] = []
  readonly #closed = Promise.withResolvers<number>()

  constructor(url: string, bearer: string, headers: Readonly<Record<string, string>> = {}) {
    this.socket = new WebSocket(url, { headers: { authorization: `Bearer ${bearer}`, ...headers } })
    this.socket.on('message', (data) => {
      const frame: FrameToClient = JSON.parse(String(data))
      this.frames.push(frame)
      this.#unread.push(frame)
      this.#events.emit('frame')
    })
    this.socket.on('close', (code) => {
      this.#closed.resolve(code)
      this.#events.emit('frame')
    })
    onTestFinished(() => this.socket.terminate())
  }

  /** Resolves when it was welcomed. */
  static async attach(
    url: string | undefined,
    bearer: string,
    headers?: Readonly<Record<string, string>>,
  ): Promise<RelayClient> {
    const client = new RelayClient(url ?? '', bearer, headers)
    await once(client.socket, 'open')
    client.send({ type: 'hello', protocol: relayProtocol })
    return client
  }

  send(frame: FrameFromClient): void {
    this.socket.send(JSON.stringify(frame))
  }

  /** The first frame of this type for which this holds, and that was not read yet. Frames of two sources have no order. */
  async next<Type extends FrameToClient['type']>(
    type: Type,
    holds: (frame: Frame<Type>) => boolean = () => true,
  ): Promise<Frame<Type>> {
    for (;;) {
      const place = this.#unread.findIndex((frame) => frame.type === type && holds(frame as Frame<Type>))
      if (place !== -1) return this.#unread.splice(place, 1)[0] as Frame<Type>
      if (this.socket.readyState >= WebSocket.CLOSING) throw new Error(`The connection ended before a ${type} came.`)
      await once(this.#events, 'frame')
    }
  }

  /** Also if it was closed before. */
  closeCode(): Promise<number> {
    return this.#closed.promise
  }
}
