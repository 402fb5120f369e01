import { boundedText, maxIdBytes, maxTextLength } from './bounded-text.ts'
import type { KeySet } from './key-set.ts'
import { OtlpError } from './otlp-error.ts'
import { nsFromHalves } from './time.ts'

const cutOff = 'The body ends in the middle of a protobuf message.'

/**
 * Reads protobuf's wire format from one buffer, forward only. Callers read the fields they know and skip the others,
 * which takes almost no time whatever their size.
 */
export class WireReader {
  readonly #bytes: Buffer
  #position = 0
  #end: number

  constructor(body: Uint8Array) {
    this.#bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
    this.#end = body.byteLength
  }

  /** The next field's number and wire type, as `number << 3 | type`; 0 at the end of the message. */
  tag(): number {
    if (this.#position >= this.#end) return 0
    const tag = this.#varint32()
    if (tag >>> 3 === 0) throw new OtlpError('The body is not a protobuf message of this kind.')
    return tag
  }

  /** Enters a nested message. Pass the result to `leave`. */
  enter(): number {
    const length = this.#varint32()
    const outerEnd = this.#end
    const end = this.#position + length
    if (end > outerEnd) throw new OtlpError(cutOff)
    this.#end = end
    return outerEnd
  }

  leave(outerEnd: number): void {
    this.#position = this.#end
    this.#end = outerEnd
  }

  /** The current position, for `rewind` within one message. */
  get position(): number {
    return this.#position
  }

  rewind(position: number): void {
    this.#position = position
  }

  /** Reads a text, decoded up to the limit. A character takes up to four bytes. */
  text(): string {
    const start = this.#lengthDelimited()
    return boundedText(this.#bytes.toString('utf8', start, Math.min(this.#position, start + 4 * maxTextLength)))
  }

  /** Reads a text if it is in a set of keys; otherwise returns undefined. */
  key(keys: KeySet): string | undefined {
    const start = this.#lengthDelimited()
    return keys.find(this.#bytes, start, this.#position)
  }

  /** The length of the next text or message, without consuming it. */
  peekLength(): number {
    const position = this.#position
    const length = this.#varint32()
    this.#position = position
    return length
  }

  hex(): string {
    const start = this.#lengthDelimited()
    return this.#bytes.toString('hex', start, Math.min(this.#position, start + maxIdBytes))
  }

  /** A fixed64 of nanoseconds, as decimal digits; empty for 0. */
  timeNs(): string {
    const start = this.#fixed(8)
    return nsFromHalves(this.#bytes.readUInt32LE(start), this.#bytes.readUInt32LE(start + 4))
  }

  fixed64(): number {
    return Number(this.#bytes.readBigUInt64LE(this.#fixed(8)))
  }

  signedFixed64(): number {
    return Number(this.#bytes.readBigInt64LE(this.#fixed(8)))
  }

  double(): number {
    return this.#bytes.readDoubleLE(this.#fixed(8))
  }

  /** Reads a signed 64-bit varint. Above 2^53 it returns the nearest double. */
  int64(): number {
    let value = 0
    let factor = 1
    for (let index = 0; index < 7; index++) {
      const byte = this.#byte()
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
      factor *= 128
    }
    let wide = BigInt(value)
    for (let shift = 49n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      wide |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return Number(BigInt.asIntN(64, wide))
    }
    throw new OtlpError('The body holds a number of more than ten bytes.')
  }

  skip(tag: number): void {
    const type = tag & 7
    if (type === 2) this.#lengthDelimited()
    else if (type === 1) this.#fixed(8)
    else if (type === 5) this.#fixed(4)
    else if (type === 0) this.#skipVarint()
    else throw new OtlpError('The body is not a protobuf message of this kind.')
  }

  #lengthDelimited(): number {
    const length = this.#varint32()
    const start = this.#position
    if (start + length > this.#end) throw new OtlpError(cutOff)
    this.#position = start + length
    return start
  }

  #fixed(size: number): number {
    const start = this.#position
    if (start + size > this.#end) throw new OtlpError(cutOff)
    this.#position = start + size
    return start
  }

  #byte(): number {
    if (this.#position >= this.#end) throw new OtlpError(cutOff)
    return this.#bytes[this.#position++] ?? 0
  }

  #skipVarint(): void {
    for (let index = 0; index < 10; index++) if (this.#byte() < 0x80) return
    throw new OtlpError('The body holds a number of more than ten bytes.')
  }

  /** Reads lengths and tags, which have at most 32 bits. */
  #varint32(): number {
    let byte = this.#byte()
    if (byte < 0x80) return byte
    let value = byte & 0x7f
    for (let shift = 7; shift < 35; shift += 7) {
      byte = this.#byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new OtlpError('The body holds a length or tag of more than five bytes.')
  }
}
