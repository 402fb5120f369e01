import { decodeProtobuf } from './decode-protobuf.ts'
import type { Choice, Interest } from './interest.ts'
import type { KeySet } from './key-set.ts'
import { readAttribute, readListOnly, tagOf } from './protobuf-values.ts'
import type { AttributeValue, Decoded, LogRecord } from './telemetry.ts'
import type { WireReader } from './wire-reader.ts'

const time = tagOf(1, 'fixed64')
const body = tagOf(5, 'length')
const attribute = tagOf(6, 'length')
const spanId = tagOf(10, 'length')
const observedTime = tagOf(11, 'fixed64')
const eventName = tagOf(12, 'length')

const scopeItemRecords = tagOf(2, 'length')

export function decodeProtobufLogs<R extends Interest>(bytes: Uint8Array, choice: Choice<R>): Decoded<R, LogRecord> {
  return decodeProtobuf(bytes, choice, (wire, reader, records: LogRecord[]) => {
    if (!reader.readsLogs) {
      wire.skip(scopeItemRecords)
      return 1
    }
    records.push(readLogRecord(wire, reader.keys))
    return 0
  })
}

function readLogRecord(wire: WireReader, keys: KeySet): LogRecord {
  const outer = wire.enter()
  const attributes = new Map<string, AttributeValue>()
  let timeNs = ''
  let observedNs = ''
  let name = ''
  let span = ''
  let list: readonly AttributeValue[] | undefined
  let fault: string | undefined
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === attribute) fault = readAttribute(wire, keys, attributes) ?? fault
    else if (tag === time) timeNs = wire.timeNs()
    else if (tag === observedTime) observedNs = wire.timeNs()
    else if (tag === body) list = readListOnly(wire)
    else if (tag === spanId) span = wire.hex()
    else if (tag === eventName) name = wire.text()
    else wire.skip(tag)
  }
  wire.leave(outer)
  return { attributes, timeNs: timeNs || observedNs, eventName: name, spanId: span, body: list, fault }
}
