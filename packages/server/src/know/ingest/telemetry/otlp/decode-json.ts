import type { Choice, Interest } from './interest.ts'
import {
  anyValue,
  idAt,
  isObject,
  type JsonObject,
  numberOf,
  objectsAt,
  parseBody,
  readAttributes,
  recordsAt,
  textAt,
} from './json-values.ts'
import type { KeySet } from './key-set.ts'
import type {
  Attributes,
  AttributeValue,
  Decoded,
  Group,
  LogRecord,
  MetricPoint,
  Span,
  SpanEvent,
} from './telemetry.ts'
import { nsFromJson } from './time.ts'

const noAttributes: Attributes = new Map()
const noEvents: readonly SpanEvent[] = []
const badTime = 'A time is no number of nanoseconds.'

export function decodeJsonLogs<R extends Interest>(body: Uint8Array, choice: Choice<R>): Decoded<R, LogRecord> {
  return decode(body, choice, 'resourceLogs', 'scopeLogs', 'logRecords', (item, reader, records) => {
    if (!reader.readsLogs) return 1
    records.push(isObject(item) ? logRecord(item, reader.keys) : brokenLog)
    return 0
  })
}

export function decodeJsonTraces<R extends Interest>(body: Uint8Array, choice: Choice<R>): Decoded<R, Span> {
  return decode(body, choice, 'resourceSpans', 'scopeSpans', 'spans', (item, reader, records) => {
    const { spanNames } = reader
    if (spanNames !== 'all' && !(isObject(item) && spanNames.has(textAt(item, 'name')))) return 1
    records.push(isObject(item) ? span(item, reader.keys) : brokenSpan)
    return 0
  })
}

export function decodeJsonMetrics<R extends Interest>(body: Uint8Array, choice: Choice<R>): Decoded<R, MetricPoint> {
  return decode(body, choice, 'resourceMetrics', 'scopeMetrics', 'metrics', (item, reader, records) => {
    if (!isObject(item)) return 1
    const data = item.sum ?? item.gauge ?? item.histogram ?? item.exponentialHistogram ?? item.summary
    if (!isObject(data)) return 1
    const points = recordsAt(data, 'dataPoints')
    const name = textAt(item, 'name')
    if (!reader.metricNames.has(name)) return points.length
    const temporality = temporalityOf(data.aggregationTemporality)
    for (const point of points) records.push(metricPoint(name, temporality, isObject(point) ? point : {}))
    return 0
  })
}

/**
 * Walks resources and scopes, which have the same structure in all requests. `take` returns how many records it
 * skipped.
 */
function decode<R extends Interest, Record>(
  body: Uint8Array,
  choice: Choice<R>,
  resourcesField: string,
  scopesField: string,
  recordsField: string,
  take: (item: unknown, reader: R, records: Record[]) => number,
): Decoded<R, Record> {
  const groups: Group<R, Record>[] = []
  let skipped = 0
  for (const resourceItem of objectsAt(parseBody(body), resourcesField)) {
    const resource = new Map<string, AttributeValue>()
    if (isObject(resourceItem.resource)) {
      readAttributes(resourceItem.resource.attributes, choice.resourceKeys, resource)
    }
    for (const scopeItem of objectsAt(resourceItem, scopesField)) {
      const scope = isObject(scopeItem.scope) ? textAt(scopeItem.scope, 'name') : ''
      const reader = choice.readerOf(resource, scope)
      const records: Record[] = []
      for (const item of recordsAt(scopeItem, recordsField)) skipped += take(item, reader, records)
      if (records.length > 0) groups.push({ reader, resource, records })
    }
  }
  return { groups, skipped }
}

const brokenLog: LogRecord = {
  attributes: noAttributes,
  timeNs: '',
  eventName: '',
  spanId: '',
  body: undefined,
  fault: 'The log record is no object.',
}

const brokenSpan: Span = {
  attributes: noAttributes,
  name: '',
  spanId: '',
  parentSpanId: '',
  startTimeNs: '',
  endTimeNs: '',
  failed: false,
  events: noEvents,
  fault: 'The span is no object.',
}

function logRecord(item: JsonObject, keys: KeySet): LogRecord {
  const attributes = new Map<string, AttributeValue>()
  const fault = readAttributes(item.attributes, keys, attributes)
  const timeNs = nsFromJson(item.timeUnixNano)
  const observedNs = nsFromJson(item.observedTimeUnixNano)
  const body = isObject(item.body) && 'arrayValue' in item.body ? anyValue(item.body, 0) : undefined
  return {
    attributes,
    timeNs: timeNs || observedNs || '',
    eventName: textAt(item, 'eventName'),
    spanId: idAt(item, 'spanId'),
    body: Array.isArray(body) ? body : undefined,
    fault: fault ?? (timeNs === undefined || observedNs === undefined ? badTime : undefined),
  }
}

function span(item: JsonObject, keys: KeySet): Span {
  const attributes = new Map<string, AttributeValue>()
  const fault = readAttributes(item.attributes, keys, attributes)
  const startTimeNs = nsFromJson(item.startTimeUnixNano)
  const endTimeNs = nsFromJson(item.endTimeUnixNano)
  const code = isObject(item.status) ? item.status.code : undefined
  return {
    attributes,
    name: textAt(item, 'name'),
    spanId: idAt(item, 'spanId'),
    parentSpanId: idAt(item, 'parentSpanId'),
    startTimeNs: startTimeNs ?? '',
    endTimeNs: endTimeNs ?? '',
    failed: code === 2 || code === 'STATUS_CODE_ERROR',
    events:
      Array.isArray(item.events) && item.events.length > 0 ? item.events.flatMap((e) => event(e, keys)) : noEvents,
    fault: fault ?? (startTimeNs === undefined || endTimeNs === undefined ? badTime : undefined),
  }
}

function event(item: unknown, keys: KeySet): SpanEvent[] {
  if (!isObject(item)) return []
  const attributes = new Map<string, AttributeValue>()
  readAttributes(item.attributes, keys, attributes)
  return [{ name: textAt(item, 'name'), timeNs: nsFromJson(item.timeUnixNano) ?? '', attributes }]
}

function metricPoint(metric: string, temporality: MetricPoint['temporality'], item: JsonObject): MetricPoint {
  const attributes = new Map<string, AttributeValue>()
  const fault = readAttributes(item.attributes, undefined, attributes)
  const startTimeNs = nsFromJson(item.startTimeUnixNano)
  const timeNs = nsFromJson(item.timeUnixNano)
  return {
    metric,
    temporality,
    attributes,
    startTimeNs: startTimeNs ?? '',
    timeNs: timeNs ?? '',
    value: numberOf(item.asInt ?? item.asDouble ?? item.sum),
    count: item.count === undefined ? undefined : numberOf(item.count),
    fault: fault ?? (startTimeNs === undefined || timeNs === undefined ? badTime : undefined),
  }
}

function temporalityOf(value: unknown): MetricPoint['temporality'] {
  if (value === 1 || value === 'AGGREGATION_TEMPORALITY_DELTA') return 'delta'
  return value === 2 || value === 'AGGREGATION_TEMPORALITY_CUMULATIVE' ? 'cumulative' : 'none'
}
