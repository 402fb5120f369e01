import type { Endpoint } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import type { EncodeError } from '../../../http/call.ts'
import type { Encoding } from '../../../know/ingest/telemetry/otlp/decode.ts'
import {
  contentTypes,
  encodeStatus,
  encodeSuccess,
  type Signal,
} from '../../../know/ingest/telemetry/otlp/responses.ts'
import { forUser, type UnboundRoute } from '../../answer.ts'
import { receiveTelemetry } from './receive.ts'

export const receiveLogs = otlp('logs', endpoints.telemetry.logs)
export const receiveMetrics = otlp('metrics', endpoints.telemetry.metrics)
export const receiveTraces = otlp('traces', endpoints.telemetry.traces)

type OtlpEndpoint = Endpoint & { readonly consumes: readonly string[] }

/** Answers and errors use the encoding of the request. */
function otlp<E extends OtlpEndpoint>(signal: Signal, endpoint: E): UnboundRoute<E> {
  return forUser(
    endpoint,
    async ({ body: sent, principal, leaving }, { ingest }) => {
      const encoding = encodingOf(sent.mediaType)
      const { rejected, message } = await receiveTelemetry(ingest, principal, signal, sent, encoding, leaving())
      const body = encodeSuccess(signal, encoding, rejected, message)
      // The bytes encode the answer that the contract describes.
      return { status: 200, body: body as never, headers: { 'Content-Type': contentTypes[encoding] } }
    },
    { encodeError },
  )
}

function encodeError({ status, message }: Parameters<EncodeError>[0], mediaType: string): ReturnType<EncodeError> {
  const encoding = encodingOf(mediaType)
  return { mediaType: contentTypes[encoding], body: encodeStatus(encoding, status, message) }
}

function encodingOf(mediaType: string): Encoding {
  return mediaType === contentTypes.protobuf ? 'protobuf' : 'json'
}
