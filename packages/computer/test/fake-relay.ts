import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FrameFromComputer, type Hello, type Update } from '@muster/contract/relay/from-computer'
import type { FrameToComputer, Policy } from '@muster/contract/relay/to-computer'
import type { SessionSettings } from '@muster/contract/session'
import { Compile } from 'typebox/compile'
import { onTestFinished } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'

const validator = Compile(FrameFromComputer)

/** The service's end of the relay, as the contract has it: it holds every frame to its schema, and every update to its order. */
export class FakeRelay {
  readonly server: Server
  readonly frames: FrameFromComputer[] = []
  readonly hellos: Hello[] = []
  /** What is stored of each turn. */
  readonly stored = new Map<string, Update[]>()
  readonly faults: string[] = []
  policy: Policy = {}
  leaseSeconds = 30
  /** Whether updates are acknowledged, and messages that are taken get a go. */
  acknowledges = true
  goes = true
  refusesWith: number | undefined
  retryAfter: number | undefined
  contents = new Map<string, unknown>()
  #socket: WebSocket | undefined
  #epoch = 0
  #wake: (() => void)[] = []

  private constructor(server: Server) {
    this.server = server
  }

  static async start(server: Server = createServer()): Promise<FakeRelay> {
    const relay = new FakeRelay(server)
    const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
    server.on('upgrade', (request, socket, head) => {
      if (relay.refusesWith !== undefined || request.headers.authorization !== 'Bearer msc_secret') {
        const wait = relay.retryAfter === undefined ? '' : `Retry-After: ${relay.retryAfter}\r\n`
        socket.end(`HTTP/1.1 ${relay.refusesWith ?? 401} No\r\n${wait}Content-Length: 0\r\n\r\n`)
      } else sockets.handleUpgrade(request, socket, head, (webSocket) => relay.#greet(webSocket))
    })
    server.on('request', (request, response) => {
      const content = relay.contents.get(request.url ?? '')
      const isAllowed = request.headers.authorization === 'Bearer msc_secret'
      response.statusCode = !isAllowed ? 401 : content === undefined ? 404 : 200
      response.end(JSON.stringify({ content }))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      for (const client of sockets.clients) client.terminate()
      server.close()
    })
    return relay
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  get isConnected(): boolean {
    return this.#socket !== undefined
  }

  send(frame: FrameToComputer): void {
    this.#socket?.send(JSON.stringify(frame))
  }

  /** Ends the connection with a code, or without a word. */
  drop(code?: number): void {
    if (code === undefined) this.#socket?.terminate()
    else this.#socket?.close(code)
    this.#socket = undefined
  }

  ping(): void {
    this.#socket?.ping()
  }

  /** Offers a message; the id of the turn. */
  prompt(
    sessionId: string,
    text: string,
    settings: SessionSettings = {},
    turnId: string = randomUUIDv7(),
    userId: string | undefined = undefined,
  ): string {
    const content = [{ type: 'text' as const, id: 'b1', text }]
    const { policy } = this
    const who = userId === undefined ? {} : { userId }
    this.send({ type: 'prompt', sessionId, turnId, ...who, content, settings, earlierTurns: 0, policy })
    return turnId
  }

  updatesOf(turnId: string): readonly Update[] {
    return this.stored.get(turnId) ?? []
  }

  endOf(turnId: string) {
    return this.updatesOf(turnId).find((update) => update.kind === 'end')
  }

  /** The last state of each message of a turn, as lines. */
  textOf(turnId: string): string[] {
    const messages = new Map(
      this.updatesOf(turnId).flatMap((update) =>
        update.kind === 'message' ? [[update.message.id, update.message]] : [],
      ),
    )
    return [...messages.values()].flatMap(({ role, content }) =>
      content.map((block) => {
        if (block.type === 'text') return `${role}: ${block.text}`
        if (block.type === 'thinking') return `${role} thinks: ${block.thinking}`
        if (block.type === 'tool_use') return `${role} uses ${block.name}`
        return block.type === 'tool_result'
          ? `${role} answers: ${String(block.content)}`
          : `${role} shows ${block.type}`
      }),
    )
  }

  /** Waits until something is so, looking whenever a frame has come. */
  async until<T>(look: () => T | undefined | false): Promise<T> {
    for (;;) {
      const found = look()
      if (found !== undefined && found !== false) return found
      await new Promise<void>((resolve) => this.#wake.push(resolve))
    }
  }

  frame<T extends FrameFromComputer['type']>(type: T) {
    return this.frames.find((frame): frame is Extract<FrameFromComputer, { type: T }> => frame.type === type)
  }

  #greet(socket: WebSocket): void {
    socket.on('message', (data) => this.#take(socket, String(data)))
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined
      this.#changed()
    })
  }

  #take(socket: WebSocket, text: string): void {
    const frame: unknown = JSON.parse(text)
    if (!validator.Check(frame)) {
      const [fault] = validator.Errors(frame)
      this.faults.push(`${fault?.instancePath} ${fault?.message}: ${text.slice(0, 500)}`)
      this.#changed()
      return
    }
    this.frames.push(frame)
    if (frame.type === 'hello') this.#welcome(socket, frame)
    else if (frame.type === 'taken' && this.goes) this.send({ ...frame, type: 'go' })
    else if (frame.type === 'updates') this.#store(frame)
    this.#changed()
  }

  #welcome(socket: WebSocket, hello: Hello): void {
    this.hellos.push(hello)
    this.#socket = socket
    this.#epoch += 1
    const { policy, leaseSeconds } = this
    this.send({ type: 'welcome', protocol: 1, computerId: 'c', epoch: this.#epoch, leaseSeconds, policy })
    if (!this.goes) return
    for (const { state, sessionId, turnId } of hello.turns)
      if (state === 'taken') this.send({ type: 'go', sessionId, turnId })
  }

  #store({ sessionId, turnId, updates }: Extract<FrameFromComputer, { type: 'updates' }>): void {
    const stored = this.stored.get(turnId) ?? []
    this.stored.set(turnId, stored)
    for (const update of updates) {
      if (update.seq <= stored.length) continue
      if (update.seq !== stored.length + 1) this.faults.push(`A gap before ${update.seq}`)
      stored.push(update)
    }
    if (this.acknowledges) this.send({ type: 'ack', sessionId, turnId, seq: stored.length })
  }

  #changed(): void {
    for (const wake of this.#wake.splice(0)) wake()
  }
}
