import { type Mix, otlpMix, type Template, templateOf } from '../analytics/telemetry-bodies.ts'

/** Each request has one log record: a model call of an agent, as it was recorded. */
export function singleRecord(): Mix {
  return { name: 'a single record', encoding: 'json', templates: [oneRecord()], order: [0] }
}

/** Only logs: they become events without a look-up of earlier records. */
export function batchesOf(records: number): Mix {
  const mix = otlpMix('protobuf', records)
  const order = mix.order.filter((place) => mix.templates[place]?.signal === 'logs')
  return { ...mix, name: `batches of ${records} records`, order }
}

interface LogResource {
  readonly scopeLogs: readonly { readonly logRecords: readonly object[] }[]
}

function oneRecord(): Template {
  const template = templateOf('claude-code', 'logs', 'json', 1, (resources) => {
    for (const resource of resources as LogResource[]) {
      for (const scope of resource.scopeLogs) {
        const record = scope.logRecords.find((one) => JSON.stringify(one).includes('api_request'))
        if (record) return [{ ...resource, scopeLogs: [{ ...scope, logRecords: [record] }] }]
      }
    }
    return resources
  })
  if (template?.records !== 1 || template.events !== 1) throw new Error('The recording holds no single model call.')
  return template
}
