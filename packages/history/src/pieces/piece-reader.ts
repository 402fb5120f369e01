import type { ModelCall, Session } from '../record.ts'
import { extras, kinds, lengthBytes, sizes, traits } from './kinds.ts'

const none = Buffer.alloc(0)

/** Goes through the records of a piece. Their fields are here, so that no record needs an object. */
export class PieceReader {
  bytes: Buffer = none
  /** In the order of their numbers. */
  names: string[] = []
  /** Where the key of the record is. */
  keyStart = 0
  keyEnd = 0
  /** The number of its session's name. */
  session = 0
  timeMs = 0
  /** The number of the name of its model, or its tool. */
  name = 0
  /** How long an answer took. */
  tookMs = 0
  input = 0
  cacheRead = 0
  cacheWrite = 0
  cacheWriteHour = 0
  output = 0
  reasoning = 0
  cost: number | undefined
  /** Where its name in the telemetry is; of no length if it has none. */
  telemetryStart = 0
  telemetryEnd = 0
  path = ''
  reason = ''
  #end = 0
  #at = 0

  /** Begins with another piece. */
  open(bytes: Buffer): void {
    this.bytes = bytes
    this.names = []
    this.timeMs = 0
    this.#at = 0
    this.#end = bytes.length - lengthBytes - bytes.readUInt32BE(bytes.length - lengthBytes)
  }

  /** They are asked for before the records. */
  sessions(): readonly Session[] {
    const sessions: Session[] = []
    const end = this.bytes.length - lengthBytes
    for (this.#at = this.#end; this.#at < end; ) sessions.push(this.#session())
    this.#at = 0
    return sessions
  }

  /** Goes to the next record and returns its kind, or 0 after the last. */
  next(): number {
    while (this.#at < this.#end) {
      const kind = this.#number()
      if (kind === kinds.name) {
        this.names.push(this.#text())
        continue
      }
      this.#read(kind)
      return kind
    }
    return 0
  }

  key(): string {
    return this.bytes.toString('utf8', this.keyStart, this.keyEnd)
  }

  telemetryId(): string | undefined {
    const { telemetryStart: start, telemetryEnd: end } = this
    return start === end ? undefined : this.bytes.toString('utf8', start, end)
  }

  /** The call as an object. */
  call(): ModelCall {
    const { timeMs, tookMs, input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning, cost } = this
    return {
      key: this.key(),
      session: this.names[this.session] ?? '',
      timeMs,
      endMs: tookMs === 0 ? undefined : timeMs + tookMs,
      model: this.names[this.name] ?? '',
      tokens: { input, cacheRead, cacheWrite, cacheWriteHour, output, reasoning },
      cost,
      telemetryId: this.telemetryId(),
    }
  }

  #session(): Session {
    const session = {
      key: this.#text(),
      timeMs: this.#number(),
      folder: this.#text(),
      version: this.#text(),
      branch: this.#text(),
      repository: this.#text(),
    }
    const known = this.#number()
    const isUnattended =
      known & (traits.isUnattended | traits.isAttended) ? (known & traits.isUnattended) > 0 : undefined
    return { ...session, isUnattended, parent: known & traits.parent ? this.#text() : undefined }
  }

  #read(kind: number): void {
    if (kind === kinds.skipped) {
      this.path = this.#text()
      this.reason = this.#text()
      return
    }
    const length = this.#number()
    this.keyStart = this.#at
    this.#at += length
    this.keyEnd = this.#at
    if (kind === kinds.failedTool) return
    this.session = this.#number()
    this.timeMs += this.#number()
    if (kind === kinds.prompt) return
    this.name = this.#number()
    if (kind === kinds.call) this.#readCall()
  }

  #readCall(): void {
    this.tookMs = this.#number()
    this.input = this.#number()
    this.cacheRead = this.#number()
    this.cacheWrite = this.#number()
    this.cacheWriteHour = this.#number()
    this.output = this.#number()
    this.reasoning = this.#number()
    const found = this.#number()
    this.cost = found & extras.cost ? this.#number() : undefined
    const length = found & extras.telemetryId ? this.#number() : 0
    this.telemetryStart = this.#at
    this.#at += length
    this.telemetryEnd = this.#at
  }

  #number(): number {
    const { bytes } = this
    const at = this.#at
    const first = bytes[at] as number
    if (first < sizes.two) {
      this.#at = at + 1
      return first
    }
    if (first === sizes.two) {
      this.#at = at + 3
      return ((bytes[at + 1] as number) << 8) | (bytes[at + 2] as number)
    }
    this.#at = at + (first === sizes.four ? 5 : 9)
    return first === sizes.four ? bytes.readUInt32BE(at + 1) : bytes.readDoubleBE(at + 1)
  }

  #text(): string {
    const length = this.#number()
    if (length === 0) return ''
    const start = this.#at
    this.#at += length
    return this.bytes.toString('utf8', start, this.#at)
  }
}
