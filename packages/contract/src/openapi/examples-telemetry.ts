/** 2026-03-10T09:30:00Z. */
const timeUnixNano = '1773135000000000000'
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } })
const number = (key: string, intValue: number) => ({ key, value: { intValue: String(intValue) } })
const resource = { attributes: [text('service.name', 'house-agent'), text('user.email', 'ada@acme.example')] }

/** Requests of the OpenTelemetry protocol, by operation, because their parts have no schema names in the document. */
export const telemetryExamples: Readonly<Record<string, unknown>> = {
  'telemetry.logs': {
    resourceLogs: [
      {
        resource: { attributes: [text('service.name', 'claude-code')] },
        scopeLogs: [
          {
            logRecords: [
              {
                timeUnixNano,
                attributes: [
                  text('event.name', 'user_prompt'),
                  text('session.id', 'checkout-7'),
                  text('prompt.id', 'checkout-7-1'),
                ],
              },
            ],
          },
        ],
      },
    ],
  },
  'telemetry.metrics': {
    resourceMetrics: [
      {
        resource: { attributes: [text('service.name', 'claude-code')] },
        scopeMetrics: [
          {
            metrics: [
              {
                name: 'claude_code.commit.count',
                sum: {
                  aggregationTemporality: 1,
                  isMonotonic: true,
                  dataPoints: [{ timeUnixNano, asInt: '1', attributes: [text('session.id', 'checkout-7')] }],
                },
              },
            ],
          },
        ],
      },
    ],
  },
  'telemetry.traces': {
    resourceSpans: [
      {
        resource,
        scopeSpans: [
          {
            spans: [
              {
                traceId: '5b8efff798038103d269b633813fc60c',
                spanId: 'eee19b7ec3c1b174',
                name: 'chat house-coder',
                startTimeUnixNano: timeUnixNano,
                endTimeUnixNano: '1773135004000000000',
                attributes: [
                  text('gen_ai.operation.name', 'chat'),
                  text('gen_ai.request.model', 'house-coder'),
                  number('gen_ai.usage.input_tokens', 5200),
                  number('gen_ai.usage.output_tokens', 310),
                ],
              },
            ],
          },
        ],
      },
    ],
  },
}

/** By schema name. */
export const eventExamples = {
  SendEvents: {
    events: [
      {
        id: 'run-7-call-1',
        time: '2026-03-10T09:30:00Z',
        client: 'non-interactive-cli',
        sessionId: 'run-7',
        type: 'model_call',
        model: 'house-coder',
        inputTokens: 5200,
        outputTokens: 310,
        cacheReadTokens: 4000,
      },
    ],
  },
  EventsReceipt: { accepted: 1, duplicates: 0, rejected: [] },
  OtlpStatus: { code: 16, message: 'A valid bearer is needed: an API key, or for v0 also a token.' },
} as const
