import { type ClientRequest, request } from 'node:http'
import type { Service } from '../service.ts'

/** A client that watches the events of a session. */
export class Watcher {
  #waiting: { readonly text: string; readonly seen: PromiseWithResolvers<number> } | undefined
  #rest = ''
  readonly #request: ClientRequest

  private constructor(sent: ClientRequest) {
    this.#request = sent
  }

  /** Resolves when the first event has come. */
  static open({ port, headers }: Pick<Service, 'port' | 'headers'>, sessionId: string): Promise<Watcher> {
    return new Promise((resolve, reject) => {
      const path = `/api/v0/sessions/${sessionId}/events`
      const sent = request({ port, host: '127.0.0.1', path, headers, agent: false }, (response) => {
        const watcher = new Watcher(sent)
        response.setEncoding('utf8').on('data', (text: string) => {
          watcher.#take(text)
          resolve(watcher)
        })
        response.on('error', () => {})
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  /** When an event with this text has come. */
  sees(text: string): Promise<number> {
    const seen = Promise.withResolvers<number>()
    this.#waiting = { text, seen }
    return seen.promise
  }

  close(): void {
    this.#request.on('error', () => {})
    this.#request.destroy()
  }

  #take(text: string): void {
    this.#rest += text
    if (this.#waiting && this.#rest.includes(this.#waiting.text)) {
      this.#waiting.seen.resolve(performance.now())
      this.#waiting = undefined
    }
    this.#rest = this.#rest.slice(this.#rest.lastIndexOf('\n\n') + 2)
  }
}
