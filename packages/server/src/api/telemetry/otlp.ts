import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import type { Call, EncodeError, Route } from '../../http/call.ts'
import type { RawBody } from '../../http/raw-body.ts'
import type { Encoding } from '../../ingest/otlp/decode.ts'
import { contentTypes, encodeStatus, encodeSuccess, type Signal } from '../../ingest/otlp/responses.ts'
import { asUser, type UnboundRoute } from '../answer.ts'
import { receiveTelemetry } from './receive.ts'

export const receiveLogs = otlp('logs', endpoints.telemetry.logs)
export const receiveMetrics = otlp('metrics', endpoints.telemetry.metrics)
export const receiveTraces = otlp('traces', endpoints.telemetry.traces)

/** Answers come in the encoding of the request, errors too. */
function otlp(signal: Signal, endpoint: Endpoint): UnboundRoute {
  return ({ ingest }): Route => ({
    endpoint,
    encodeError,
    async handle(call: Call) {
      const { bytes, mediaType } = call.body as RawBody
      const encoding = encodingOf(mediaType)
      const { rejected, message } = await receiveTelemetry(ingest, asUser(call).principal, signal, bytes, encoding)
      const body = encodeSuccess(signal, encoding, rejected, message)
      return { status: 200, body, headers: { 'Content-Type': contentTypes[encoding] } }
    },
  })
}

const encodeError: EncodeError = ({ status, message }, mediaType) => {
  const encoding = encodingOf(mediaType)
  return { mediaType: contentTypes[encoding], body: encodeStatus(encoding, status, message) }
}

function encodingOf(mediaType: string): Encoding {
  return mediaType === contentTypes.protobuf ? 'protobuf' : 'json'
}
