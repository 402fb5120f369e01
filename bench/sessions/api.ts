import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Service } from '../service.ts'
import type { Credentials } from './computer.ts'

// biome-ignore lint/suspicious/noExplicitAny: each caller knows the shape of its own answer.
type Answer = any

/** Calls of the service over connections that stay open, as a client that works for a while has them. */
export class Api {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #service: Service

  constructor(service: Service) {
    this.#service = service
  }

  call(method: string, path: string, body?: object): Promise<Answer> {
    const { port, headers } = this.#service
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          method,
          path,
          agent: this.#agent,
          headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        },
        (response) => {
          const isFine = (response.statusCode ?? 500) < 300
          json(response).then(
            (answer) => (isFine ? resolve(answer) : reject(new Error(`${method} ${path}: ${JSON.stringify(answer)}`))),
            reject,
          )
        },
      )
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
  }

  async register(name: string): Promise<Credentials> {
    const { id: computerId, credential } = await this.call('POST', '/api/v0/computers', { name })
    return { computerId, credential }
  }

  async createSession(computerId: string): Promise<string> {
    const body = { computerId, sessionSettings: { autonomyLevel: 'high' } }
    return (await this.call('POST', '/api/v0/sessions', body)).sessionId
  }

  post(sessionId: string, text: string): Promise<Answer> {
    return this.call('POST', `/api/v0/sessions/${sessionId}/messages`, { text })
  }

  close(): void {
    this.#agent.destroy()
  }
}
