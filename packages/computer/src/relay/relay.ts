import type { FrameFromComputer, Hello } from '@muster/contract/relay/from-computer'
import type { FrameToComputer } from '@muster/contract/relay/to-computer'
import type WebSocket from 'ws'
import { objectOf } from '../acp/loose.ts'
import { dial } from './dial.ts'
import { codeOfStatus, type Ending, endingOf, helpOf } from './ending.ts'
import { Lease } from './lease.ts'
import { askedPauseMs, attemptsAfter, pauseBefore } from './pauses.ts'

type Welcome = Extract<FrameToComputer, { type: 'welcome' }>

interface RelayOptions {
  readonly url: string
  readonly credential: string
  readonly env: NodeJS.ProcessEnv
  readonly hello: () => Hello
  readonly onWelcome: (welcome: Welcome) => void
  readonly onFrame: (frame: FrameToComputer) => void
  /** The lease expired, so the service has given up this computer's turns. */
  readonly onLeaseLost: () => void
  readonly onState: (state: 'connecting' | 'connected' | 'waiting', detail?: string) => void
  readonly random?: () => number
  /** Scales the pauses; tests shorten them. */
  readonly pauseFactor?: number
}

/** The connection to the service. It reconnects after every failure, until the service forbids it. */
export class Relay {
  readonly #options: RelayOptions
  readonly #ended = Promise.withResolvers<Ending | undefined>()
  readonly #lease: Lease
  #socket: WebSocket | undefined
  #isWelcome = false
  #attempt = 0
  #welcomedAt = 0
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: RelayOptions) {
    this.#options = options
    this.#lease = new Lease({
      onSilent: () => this.#socket?.terminate(),
      onLost: options.onLeaseLost,
    })
  }

  /** Resolves when there will be no further connection: with the reason, or with `undefined` after `close`. */
  get ended(): Promise<Ending | undefined> {
    return this.#ended.promise
  }

  get isConnected(): boolean {
    return this.#isWelcome
  }

  start(): void {
    this.#connect()
  }

  /** Returns whether the frame was sent, which requires the service's welcome. */
  send(frame: FrameFromComputer): boolean {
    const socket = this.#socket
    if (!this.#isWelcome || !socket || socket.readyState !== socket.OPEN) return false
    socket.send(JSON.stringify(frame))
    return true
  }

  close(): void {
    if (this.#isClosed) return
    this.#end(undefined)
    this.#socket?.close(1001)
  }

  /** Closes the connection and reconnects; after a pause if the connection was short. */
  connectAgain(): void {
    this.#socket?.close(1001)
  }

  #connect(): void {
    const { url, credential, env, onState } = this.#options
    onState('connecting')
    this.#attempt += 1
    let refusal: number | undefined
    let leastMs = 0
    let detail = ''
    let socket: WebSocket
    try {
      socket = dial(url, credential, env)
    } catch (error) {
      this.#comeBack(String(error))
      return
    }
    this.#socket = socket
    socket.on('open', () => socket.send(JSON.stringify(this.#options.hello())))
    socket.on('message', (data) => this.#take(socket, String(data)))
    for (const sign of ['ping', 'pong'] as const) socket.on(sign, () => this.#lease.sign())
    socket.on('unexpected-response', (_request, response) => {
      const { statusCode: status = 0, headers } = response
      refusal = codeOfStatus(status) ?? 0
      leastMs = askedPauseMs(headers['retry-after'])
      detail = `The service answered ${status}.${refusal ? ` ${helpOf(refusal)}` : ''}`
      response.resume()
      socket.terminate()
    })
    socket.on('error', (error) => {
      detail ||= error.message
    })
    socket.on('close', (code) => {
      if (this.#socket !== socket) return
      this.#socket = undefined
      if (this.#isWelcome) this.#attempt = attemptsAfter(this.#attempt, performance.now() - this.#welcomedAt)
      this.#isWelcome = false
      const ending = endingOf(refusal ?? code)
      if (ending) this.#end(ending)
      else this.#comeBack(detail || helpOf(code), leastMs)
    })
  }

  #take(socket: WebSocket, text: string): void {
    this.#lease.sign()
    let frame: FrameToComputer
    try {
      frame = objectOf(JSON.parse(text)) as FrameToComputer
    } catch {
      return
    }
    if (frame.type === 'welcome') {
      this.#isWelcome = true
      this.#welcomedAt = performance.now()
      this.#lease.begin(frame.leaseSeconds * 1000)
      this.#options.onState('connected')
      this.#options.onWelcome(frame)
    } else if (this.#isWelcome && socket === this.#socket) this.#options.onFrame(frame)
  }

  #comeBack(detail: string, leastMs = 0): void {
    if (this.#isClosed) return
    const { random = Math.random, pauseFactor = 1, onState } = this.#options
    const pauseMs = Math.max(leastMs, pauseBefore(this.#attempt, random)) * pauseFactor
    onState('waiting', detail)
    this.#timer = setTimeout(() => this.#connect(), pauseMs)
  }

  #end(ending: Ending | undefined): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#lease.stop()
    this.#ended.resolve(ending)
  }
}
