import { decodeProtobuf } from './decode-protobuf.ts'
import type { Choice, Interest } from './interest.ts'
import { readAttribute, tagOf } from './protobuf-values.ts'
import type { AttributeValue, Decoded, MetricPoint } from './telemetry.ts'
import type { WireReader } from './wire-reader.ts'

const name = tagOf(1, 'length')

/** The kinds of data of a metric, by tag. Points of histograms have another format. */
const kinds = new Map<number, 'number' | 'histogram' | 'exponential' | 'summary'>([
  [tagOf(5, 'length'), 'number'],
  [tagOf(7, 'length'), 'number'],
  [tagOf(9, 'length'), 'histogram'],
  [tagOf(10, 'length'), 'exponential'],
  [tagOf(11, 'length'), 'summary'],
])

const dataPoint = tagOf(1, 'length')
const aggregationTemporality = tagOf(2, 'varint')
const temporalities = ['none', 'delta', 'cumulative'] as const

const startTime = tagOf(2, 'fixed64')
const time = tagOf(3, 'fixed64')
const asDouble = tagOf(4, 'fixed64')
const asInt = tagOf(6, 'fixed64')
const count = tagOf(4, 'fixed64')
const sum = tagOf(5, 'fixed64')
const attributeTags = {
  number: tagOf(7, 'length'),
  histogram: tagOf(9, 'length'),
  exponential: tagOf(1, 'length'),
  summary: tagOf(7, 'length'),
}

type Kind = keyof typeof attributeTags

export function decodeProtobufMetrics<R extends Interest>(
  bytes: Uint8Array,
  choice: Choice<R>,
): Decoded<R, MetricPoint> {
  return decodeProtobuf(bytes, choice, (wire, { metricNames }, records: MetricPoint[]) => {
    const outer = wire.enter()
    const start = wire.position
    const metric = readName(wire)
    wire.rewind(start)
    let skipped = 0
    for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
      const kind = kinds.get(tag)
      if (kind === undefined) wire.skip(tag)
      else skipped += readData(wire, kind, metricNames.has(metric) ? metric : undefined, records)
    }
    wire.leave(outer)
    return skipped
  })
}

function readName(wire: WireReader): string {
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === name) return wire.text()
    wire.skip(tag)
  }
  return ''
}

/** Reads the points of a metric, or counts them if no reader wants that metric. */
function readData(wire: WireReader, kind: Kind, metric: string | undefined, records: MetricPoint[]): number {
  const outer = wire.enter()
  const start = wire.position
  let temporality: MetricPoint['temporality'] = 'none'
  let skipped = 0
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === aggregationTemporality) temporality = temporalities[wire.int64()] ?? 'none'
    else {
      if (tag === dataPoint) skipped++
      wire.skip(tag)
    }
  }
  if (metric !== undefined) {
    wire.rewind(start)
    for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
      if (tag === dataPoint) records.push(readPoint(wire, kind, metric, temporality))
      else wire.skip(tag)
    }
    skipped = 0
  }
  wire.leave(outer)
  return skipped
}

function readPoint(wire: WireReader, kind: Kind, metric: string, temporality: MetricPoint['temporality']): MetricPoint {
  const outer = wire.enter()
  const attributes = new Map<string, AttributeValue>()
  const attributeTag = attributeTags[kind]
  let startTimeNs = ''
  let timeNs = ''
  let value = Number.NaN
  let measurements: number | undefined
  let fault: string | undefined
  for (let tag = wire.tag(); tag !== 0; tag = wire.tag()) {
    if (tag === attributeTag) fault = readAttribute(wire, undefined, attributes) ?? fault
    else if (tag === startTime) startTimeNs = wire.timeNs()
    else if (tag === time) timeNs = wire.timeNs()
    else if (kind === 'number' && tag === asDouble) value = wire.double()
    else if (kind === 'number' && tag === asInt) value = wire.signedFixed64()
    else if (kind !== 'number' && tag === count) measurements = wire.fixed64()
    else if (kind !== 'number' && tag === sum) value = wire.double()
    else wire.skip(tag)
  }
  wire.leave(outer)
  return { metric, temporality, attributes, startTimeNs, timeNs, value, count: measurements, fault }
}
