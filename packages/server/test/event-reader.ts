import { onTestFinished } from 'vitest'

interface ReadEvent {
  readonly event: string
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into data of every shape.
  readonly data: any
}

/** Reads a `text/event-stream` as any client would. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<string>
  readonly #abort: AbortController
  #text = ''

  private constructor(body: ReadableStream<Uint8Array<ArrayBuffer>>, abort: AbortController) {
    this.#reader = body.pipeThrough(new TextDecoderStream()).getReader()
    this.#abort = abort
  }

  static async open(url: string, key: string, headers: Record<string, string> = {}): Promise<EventReader> {
    const abort = new AbortController()
    const response = await fetch(url, { headers: { authorization: `Bearer ${key}`, ...headers }, signal: abort.signal })
    if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
    const reader = new EventReader(response.body, abort)
    onTestFinished(() => reader.close())
    return reader
  }

  /** The next event; `undefined` at the end. */
  async next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const end = this.#text.indexOf('\n\n')
      if (end === -1) {
        const { done, value } = await this.#reader.read()
        if (done) return undefined
        this.#text += value
        continue
      }
      const block = this.#text.slice(0, end)
      this.#text = this.#text.slice(end + 2)
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
      if (fields.has('event')) {
        return { event: fields.get('event') ?? '', id: fields.get('id'), data: JSON.parse(fields.get('data') ?? '') }
      }
    }
  }

  /** All events up to and with the first for which this holds. */
  async until(isLast: (event: ReadEvent) => boolean): Promise<ReadEvent[]> {
    const events: ReadEvent[] = []
    for (;;) {
      const event = await this.next()
      if (!event) throw new Error(`The stream ended after ${JSON.stringify(events)}`)
      events.push(event)
      if (isLast(event)) return events
    }
  }

  close(): void {
    this.#abort.abort()
  }
}
