import type { AgentId } from '@muster/contract/agents'

/** The agents that read plain OpenTelemetry variables; the others have settings files, which the command writes. */
const switches: Readonly<Partial<Record<AgentId, readonly string[]>>> = {
  'claude-code': [
    'export CLAUDE_CODE_ENABLE_TELEMETRY=1',
    'export OTEL_LOGS_EXPORTER=otlp OTEL_METRICS_EXPORTER=otlp',
    'export OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
    'export OTEL_METRICS_INCLUDE_ENTRYPOINT=true',
  ],
}

export function environmentOf(agent: AgentId, url: string, key: string): string {
  const lines = switches[agent]
  if (!lines) return ''
  const target = [
    `export OTEL_EXPORTER_OTLP_ENDPOINT=${url}`,
    `export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer ${key}"`,
  ]
  return [...lines, ...target].join('\n')
}
