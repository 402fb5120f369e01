import { telemetryCheck } from '@muster/contract/telemetry'
import type { Agent } from './agent.ts'

interface OtlpBody {
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** An OTLP request with the log record that tests whether telemetry arrives, in the agent's encoding. */
export function checkRecord(id: string, nowMs: number, encoding: Agent['encoding']): OtlpBody {
  const service = { 'service.name': telemetryCheck.service }
  const own = { 'event.name': telemetryCheck.event, [telemetryCheck.idKey]: id }
  if (encoding === 'protobuf') return { contentType: 'application/x-protobuf', bytes: protobuf(service, own, nowMs) }
  const record = { timeUnixNano: `${nowMs}000000`, attributes: attributes(own) }
  const request = {
    resourceLogs: [{ resource: { attributes: attributes(service) }, scopeLogs: [{ logRecords: [record] }] }],
  }
  return { contentType: 'application/json', bytes: Uint8Array.from(Buffer.from(JSON.stringify(request))) }
}

type Texts = Readonly<Record<string, string>>

function attributes(texts: Texts) {
  return Object.entries(texts).map(([key, value]) => ({ key, value: { stringValue: value } }))
}

/** A single message of fixed shape needs no library. The numbers are from OTLP's logs.proto. */
function protobuf(service: Texts, own: Texts, nowMs: number): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(9, 0x09)
  time.writeBigUInt64LE(BigInt(nowMs) * 1_000_000n, 1)
  const record = Buffer.concat([time, ...pairs(6, own)])
  const resource = Buffer.concat(pairs(1, service))
  const resourceLogs = Buffer.concat([field(1, resource), field(2, field(2, record))])
  return Uint8Array.from(field(1, resourceLogs))
}

function pairs(id: number, texts: Texts): Buffer[] {
  return Object.entries(texts).map(([key, value]) =>
    field(id, Buffer.concat([field(1, Buffer.from(key)), field(2, field(1, Buffer.from(value)))])),
  )
}

function field(id: number, content: Buffer): Buffer {
  const length = content.length < 0x80 ? [content.length] : [(content.length & 0x7f) | 0x80, content.length >> 7]
  return Buffer.concat([Buffer.from([(id << 3) | 2, ...length]), content])
}
