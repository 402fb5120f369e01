import { endpoint } from '../../endpoint.ts'
import {
  EventsQuery,
  EventsReceipt,
  LogsAnswer,
  LogsExport,
  MetricsAnswer,
  MetricsExport,
  SendEvents,
  TracesAnswer,
  TracesExport,
} from '../../telemetry.ts'

const sending = {
  method: 'POST',
  extension: true,
  access: ['owner', 'manager', 'member'],
  scope: 'telemetry:write',
  bodyLimit: 'telemetry',
} as const

const otlp = {
  ...sending,
  consumes: ['application/json', 'application/x-protobuf'],
  alsoProduces: ['application/x-protobuf'],
  errorFormat: 'otlp',
} as const

const durable =
  'An answer means that everything that can be counted is stored. What cannot be understood is counted in `partialSuccess` and in the data-quality report. The answer comes in the encoding of the request. The body may be compressed with gzip, zstd, br or deflate.'

export const logs = endpoint({
  ...otlp,
  path: '/v1/logs',
  summary: 'OpenTelemetry logs',
  description: `${durable} A record \`muster.check\` of the service \`muster-check\` is counted nowhere; the answer names its \`muster.check.id\`.`,
  body: LogsExport,
  answers: { 200: LogsAnswer },
})

export const metrics = endpoint({
  ...otlp,
  path: '/v1/metrics',
  summary: 'OpenTelemetry metrics',
  description: durable,
  body: MetricsExport,
  answers: { 200: MetricsAnswer },
})

export const traces = endpoint({
  ...otlp,
  path: '/v1/traces',
  summary: 'OpenTelemetry traces',
  description: durable,
  body: TracesExport,
  answers: { 200: TracesAnswer },
})

export const events = endpoint({
  ...sending,
  consumes: ['application/json', 'application/x-ndjson'],
  path: '/api/v0/events',
  summary: 'Usage events',
  description:
    'For programs that do not speak OpenTelemetry. A list alone is taken as well as an object with `events`, and so is NDJSON, one event a line. Each event stands for itself: those that are wrong are named in `rejected`, the others count. Sending an event again is safe. With `source=history`, the events were read from what an agent keeps on disk: those that its telemetry told, or tells later, count once.',
  query: EventsQuery,
  body: SendEvents,
  answers: { 200: EventsReceipt },
})
