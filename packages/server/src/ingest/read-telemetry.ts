import type { AgentReader } from './agents/agent.ts'
import { agentChoice } from './agents/registry.ts'
import { Collector } from './collector.ts'
import type { Reading } from './draft.ts'
import { decodeLogs, decodeMetrics, decodeTraces, type Encoding } from './otlp/decode.ts'
import type { Signal } from './otlp/responses.ts'
import type { Decoded, LogRecord, MetricPoint, Span } from './otlp/telemetry.ts'

/**
 * Reads the body of an OTLP request. Throws an `OtlpError` for a body that is none; what is wrong with single records
 * is part of the result. The time is needed to tell clocks that are far off.
 */
export function readTelemetry(signal: Signal, body: Uint8Array, encoding: Encoding, nowMs: number): Reading {
  if (signal === 'logs') return mapLogs(decodeLogs(body, encoding, agentChoice), nowMs)
  if (signal === 'metrics') return mapMetrics(decodeMetrics(body, encoding, agentChoice), nowMs)
  return mapTraces(decodeTraces(body, encoding, agentChoice), nowMs)
}

export function mapLogs(decoded: Decoded<AgentReader, LogRecord>, nowMs: number): Reading {
  const into = new Collector(nowMs)
  into.skip(decoded.skipped)
  for (const { reader, resource, records } of decoded.groups) {
    const { agent } = reader
    for (const record of records) {
      const own = record.attributes
      const name = own.get('event.name')
      into.begin(agent.name, `log ${typeof name === 'string' ? name : record.eventName}`, own, resource)
      if (record.fault !== undefined) into.quarantine(record.fault)
      else agent.log?.({ record, own, resource }, into)
      into.end()
    }
  }
  return into.result()
}

export function mapMetrics(decoded: Decoded<AgentReader, MetricPoint>, nowMs: number): Reading {
  const into = new Collector(nowMs)
  into.skip(decoded.skipped)
  for (const { reader, resource, records } of decoded.groups) {
    const { agent } = reader
    for (const record of records) {
      const own = record.attributes
      into.begin(agent.name, `metric ${record.metric}`, own, resource)
      if (record.fault !== undefined) into.quarantine(record.fault)
      else agent.point?.({ record, own, resource }, into)
      into.end()
    }
  }
  return into.result()
}

export function mapTraces(decoded: Decoded<AgentReader, Span>, nowMs: number): Reading {
  const into = new Collector(nowMs)
  into.skip(decoded.skipped)
  for (const { reader, resource, records } of decoded.groups) {
    const { agent } = reader
    for (const record of records) {
      const own = record.attributes
      into.begin(agent.name, `span ${record.name}`, own, resource)
      if (record.fault !== undefined) into.quarantine(record.fault)
      else agent.span?.({ record, own, resource }, into)
      into.end()
    }
  }
  return into.result()
}
