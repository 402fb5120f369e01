import { type Loose, objectOf, textOf } from './loose.ts'

/** The agent answered with an error, or will not answer; the message says why. */
export class AgentError extends Error {
  override readonly name = 'AgentError'
  readonly code: number | undefined
  /** The error data of the agent, for programs. */
  readonly data: Loose

  constructor(message: string, code?: number, data: Loose = {}) {
    super(message)
    this.code = code
    this.data = data
  }
}

interface PeerOptions {
  /** Writes one line; without the line break. */
  readonly write: (line: string) => void
  /** Answers a request of the agent. `undefined` for an unknown method. */
  readonly onRequest: (method: string, params: Loose) => Promise<unknown> | undefined
  readonly onNotification: (method: string, params: Loose) => void
}

interface Waiting {
  readonly resolve: (result: Loose) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout | undefined
}

const methodNotFound = -32_601
const internalError = -32_603

/**
 * One end of a JSON-RPC connection. It is tolerant: it ignores invalid lines, answers without a request, unknown fields
 * and unknown notifications.
 */
export class Peer {
  readonly #options: PeerOptions
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0
  #closed: Error | undefined

  constructor(options: PeerOptions) {
    this.#options = options
  }

  request(method: string, params: Loose, timeoutMs?: number): Promise<Loose> {
    if (this.#closed) return Promise.reject(this.#closed)
    this.#lastId += 1
    const id = this.#lastId
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.delete(id)
        reject(new AgentError(`The agent did not answer ${method} within ${Math.round((timeoutMs ?? 0) / 1000)} s.`))
      }
      const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs)
      this.#waiting.set(id, { resolve, reject, timer })
      this.#send({ id, method, params })
    })
  }

  notify(method: string, params: Loose): void {
    if (!this.#closed) this.#send({ method, params })
  }

  /** Handles one line of the agent. */
  receive(line: string): void {
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      return
    }
    for (const message of Array.isArray(value) ? value : [value]) this.#take(objectOf(message))
  }

  /** The stream has ended: all pending requests fail with this reason. */
  close(reason: Error): void {
    if (this.#closed) return
    this.#closed = reason
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer)
      reject(reason)
    }
    this.#waiting.clear()
  }

  #take(message: Loose): void {
    if (this.#closed) return
    const { id } = message
    const method = textOf(message.method)
    const params = objectOf(message.params)
    if (method === undefined) this.#takeAnswer(message)
    else if (typeof id === 'number' || typeof id === 'string') void this.#answer(id, method, params)
    else this.#options.onNotification(method, params)
  }

  #takeAnswer({ id, result, error }: Loose): void {
    const waiting = typeof id === 'number' ? this.#waiting.get(id) : undefined
    if (waiting === undefined) return
    this.#waiting.delete(id as number)
    clearTimeout(waiting.timer)
    if (error === undefined || error === null) {
      waiting.resolve(objectOf(result))
      return
    }
    const { message, code, data } = objectOf(error)
    const details = textOf(data) ?? textOf(objectOf(data).details) ?? textOf(objectOf(data).message)
    const text = [textOf(message) ?? 'The agent reports an error.', details].filter(Boolean).join(' ')
    waiting.reject(new AgentError(text, typeof code === 'number' ? code : undefined, objectOf(data)))
  }

  async #answer(id: number | string, method: string, params: Loose): Promise<void> {
    try {
      const answer = this.#options.onRequest(method, params)
      if (answer === undefined) {
        this.#send({ id, error: { code: methodNotFound, message: `Method not found: ${method}` } })
      } else this.#send({ id, result: (await answer) ?? null })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      this.#send({ id, error: { code: internalError, message } })
    }
  }

  #send(message: Loose): void {
    if (!this.#closed) this.#options.write(JSON.stringify({ jsonrpc: '2.0', ...message }))
  }
}
