import type { Reading } from '../draft.ts'
import type { Agent, AgentReader } from './agents/agent.ts'
import { agentChoice } from './agents/registry.ts'
import { Collector } from './collector.ts'
import { maxTextLength } from './otlp/bounded-text.ts'
import { decodeLogs, decodeMetrics, decodeTraces, type Encoding } from './otlp/decode.ts'
import type { Signal } from './otlp/responses.ts'
import type { Attributes, Decoded, LogRecord, MetricPoint, Span, Telemetry } from './otlp/telemetry.ts'

/**
 * Reads the body of an OTLP request. Throws an `OtlpError` for an invalid body; faults of single records are part of
 * the result. `nowMs` is used to detect clocks that are far off.
 */
export function readTelemetry(signal: Signal, body: Uint8Array, encoding: Encoding, nowMs: number): Reading {
  if (signal === 'logs') return mapLogs(decodeLogs(body, encoding, agentChoice), nowMs)
  if (signal === 'metrics') return mapMetrics(decodeMetrics(body, encoding, agentChoice), nowMs)
  return mapTraces(decodeTraces(body, encoding, agentChoice), nowMs)
}

function mapLogs(decoded: Decoded<AgentReader, LogRecord>, nowMs: number): Reading {
  const nameOf = ({ attributes, eventName }: LogRecord) => {
    const name = attributes.get('event.name')
    return `log ${typeof name === 'string' ? name : eventName}`
  }
  return mapAll(decoded, nowMs, nameOf, (agent, seen, into) => agent.log?.(seen, into))
}

function mapMetrics(decoded: Decoded<AgentReader, MetricPoint>, nowMs: number): Reading {
  const nameOf = ({ metric }: MetricPoint) => `metric ${metric}`
  return mapAll(decoded, nowMs, nameOf, (agent, seen, into) => agent.point?.(seen, into))
}

function mapTraces(decoded: Decoded<AgentReader, Span>, nowMs: number): Reading {
  const nameOf = ({ name }: Span) => `span ${name}`
  return mapAll(decoded, nowMs, nameOf, (agent, seen, into) => agent.span?.(seen, into))
}

interface Seen<Record> {
  readonly record: Record
  readonly own: Attributes
  readonly resource: Attributes
}

/** `nameOf` names a record in messages to people. */
function mapAll<Record extends Telemetry>(
  { groups, skipped }: Decoded<AgentReader, Record>,
  nowMs: number,
  nameOf: (record: Record) => string,
  read: (agent: Agent, seen: Seen<Record>, into: Collector) => void,
): Reading {
  const into = new Collector(nowMs)
  into.skip(skipped)
  for (const { reader, resource, records } of groups) {
    for (const record of records) {
      const own = record.attributes
      into.begin(reader.agent.name, nameOf(record), own, resource)
      if (record.fault !== undefined) into.quarantine(record.fault)
      else read(reader.agent, { record, own, resource }, into)
      if (isCut(own)) into.tellChange(cutText)
      into.end()
    }
  }
  return into.result()
}

const cutText = `A text is longer than ${maxTextLength} characters, and was read up to there.`

function isCut(attributes: Attributes): boolean {
  for (const value of attributes.values()) {
    if (typeof value === 'string' && value.length >= maxTextLength) return true
  }
  return false
}
