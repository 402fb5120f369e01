import { maxEventsOfRequest, maxLineBytes, tooManyEvents } from '../bounds.ts'
import { type NativeOutcome, readEvent } from './read-event.ts'

/** The body is not a list of events. */
export class NativeBodyError extends Error {
  override readonly name = 'NativeBodyError'
}

const newline = 0x0a

/** Reads a JSON body: `{"events": [...]}`, or only the list. Returns one outcome for each event, in order. */
export function readJsonEvents(body: unknown, nowMs: number): NativeOutcome[] {
  const events = typeof body === 'object' && body !== null && 'events' in body ? body.events : body
  if (!Array.isArray(events)) throw new NativeBodyError('The body must be an array of events, or an object with one.')
  if (events !== body) {
    for (const field of Object.keys(Object(body))) {
      if (field !== 'events') throw new NativeBodyError('The body must have no other field than events.')
    }
  }
  if (events.length > maxEventsOfRequest) throw new NativeBodyError(`${tooManyEvents} Send several requests.`)
  return events.map((event) => readEvent(event, nowMs))
}

/** Reads an NDJSON body, one event a line. Empty lines are ignored and have no index. */
export function readNdjsonEvents(body: Uint8Array, nowMs: number): NativeOutcome[] {
  const reader = new NdjsonReader(nowMs)
  return [...reader.push(body), ...reader.end()]
}

/** Like `readNdjsonEvents`, for a body in pieces, which may end anywhere. Only an unfinished line is kept. */
export class NdjsonReader {
  readonly #nowMs: number
  #rest: Buffer = Buffer.alloc(0)
  #events = 0

  constructor(nowMs: number) {
    this.#nowMs = nowMs
  }

  push(chunk: Uint8Array): NativeOutcome[] {
    const piece = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    const outcomes: NativeOutcome[] = []
    let start = 0
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      this.#readLine(bytes, start, end, outcomes)
      start = end + 1
    }
    if (bytes.length - start > maxLineBytes) throw lineTooLong()
    this.#rest = start === 0 ? bytes : bytes.subarray(start)
    return outcomes
  }

  end(): NativeOutcome[] {
    const outcomes: NativeOutcome[] = []
    this.#readLine(this.#rest, 0, this.#rest.length, outcomes)
    this.#rest = Buffer.alloc(0)
    return outcomes
  }

  #readLine(bytes: Buffer, start: number, end: number, outcomes: NativeOutcome[]): void {
    if (end - start > maxLineBytes) throw lineTooLong()
    const line = bytes.toString('utf8', start, end)
    if (line === '' || line.trim() === '') return
    if (++this.#events > maxEventsOfRequest) throw new NativeBodyError(`${tooManyEvents} Send several requests.`)
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      outcomes.push({ error: 'The line is not valid JSON.' })
      return
    }
    outcomes.push(readEvent(value, this.#nowMs))
  }
}

function lineTooLong(): NativeBodyError {
  return new NativeBodyError(`A line must not be longer than ${maxLineBytes} bytes.`)
}
