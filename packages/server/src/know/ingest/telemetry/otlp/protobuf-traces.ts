import { decodeProtobuf } from './decode-protobuf.ts'
import type { Choice, Interest } from './interest.ts'
import type { KeySet } from './key-set.ts'
import { readAttribute, tagOf } from './protobuf-values.ts'
import type { AttributeValue, Decoded, Span, SpanEvent } from './telemetry.ts'
import type { WireReader } from './wire-reader.ts'

const spanId = tagOf(2, 'length')
const parentSpanId = tagOf(4, 'length')
const name = tagOf(5, 'length')
const startTime = tagOf(7, 'fixed64')
const endTime = tagOf(8, 'fixed64')
const attribute = tagOf(9, 'length')
const event = tagOf(11, 'length')
const status = tagOf(15, 'length')

const eventTime = tagOf(1, 'fixed64')
const eventName = tagOf(2, 'length')
const eventAttribute = tagOf(3, 'length')

const statusCode = tagOf(3, 'varint')
const statusError = 2

export function decodeProtobufTraces<R extends Interest>(bytes: Uint8Array, choice: Choice<R>): Decoded<R, Span> {
  return decodeProtobuf(bytes, choice, (wire, { spanNames, keys }, records: Span[]) => {
    const outer = wire.enter()
    const start = wire.position
    const wanted = spanNames === 'all' || (spanNames.size > 0 && spanNames.has(readName(wire)))
    if (wanted) {
      wire.rewind(start)
      records.push(readSpan(wire, keys))
    }
    wire.leave(outer)
    return wanted ? 0 : 1
  })
}

function readName(wire: WireReader): string {
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === name) return wire.text()
    wire.skip(tag)
  }
  return ''
}

function readSpan(wire: WireReader, keys: KeySet): Span {
  const attributes = new Map<string, AttributeValue>()
  const events: SpanEvent[] = []
  let id = ''
  let parent = ''
  let spanName = ''
  let startTimeNs = ''
  let endTimeNs = ''
  let failed = false
  let fault: string | undefined
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === attribute) fault = readAttribute(wire, keys, attributes) ?? fault
    else if (tag === spanId) id = wire.hex()
    else if (tag === parentSpanId) parent = wire.hex()
    else if (tag === name) spanName = wire.text()
    else if (tag === startTime) startTimeNs = wire.timeNs()
    else if (tag === endTime) endTimeNs = wire.timeNs()
    else if (tag === event) events.push(readEvent(wire, keys))
    else if (tag === status) failed = readStatusCode(wire) === statusError
    else wire.skip(tag)
  }
  return { attributes, name: spanName, spanId: id, parentSpanId: parent, startTimeNs, endTimeNs, failed, events, fault }
}

function readEvent(wire: WireReader, keys: KeySet): SpanEvent {
  const outer = wire.enter()
  const attributes = new Map<string, AttributeValue>()
  let eventText = ''
  let timeNs = ''
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === eventAttribute) readAttribute(wire, keys, attributes)
    else if (tag === eventName) eventText = wire.text()
    else if (tag === eventTime) timeNs = wire.timeNs()
    else wire.skip(tag)
  }
  wire.leave(outer)
  return { name: eventText, timeNs, attributes }
}

function readStatusCode(wire: WireReader): number {
  const outer = wire.enter()
  let code = 0
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === statusCode) code = wire.int64()
    else wire.skip(tag)
  }
  wire.leave(outer)
  return code
}
