import { telemetryCheck } from '@muster/contract/telemetry'
import { invalid } from '../../../ground/platform/app-error.ts'
import type { SentBody } from '../../../ground/platform/inflate.ts'
import type { Principal } from '../../../ground/platform/principal.ts'
import type { Ingest } from '../../../know/ingest/service.ts'
import type { Encoding } from '../../../know/ingest/telemetry/otlp/decode.ts'
import { OtlpError } from '../../../know/ingest/telemetry/otlp/otlp-error.ts'
import type { Signal } from '../../../know/ingest/telemetry/otlp/responses.ts'

interface Outcome {
  /** How many records were rejected. */
  readonly rejected: number
  /** The reason, for the person who runs the sender, or a confirmation that a check arrived. */
  readonly message: string
}

/** Handles one request of the OpenTelemetry protocol, from any transport. */
export async function receiveTelemetry(
  ingest: Ingest,
  principal: Principal,
  signal: Signal,
  body: SentBody,
  encoding: Encoding,
  leaving: AbortSignal,
): Promise<Outcome> {
  const { quarantined, rejected, checks } = await ingest
    .telemetry(principal, signal, body, encoding, leaving)
    .catch((error: unknown) => {
      throw error instanceof OtlpError ? invalid('body', `must be an OTLP request: ${error.message}`) : error
    })
  const [first] = quarantined
  if (first) return { rejected, message: `${first.what}: ${first.reason}` }
  const [check] = checks
  return { rejected: 0, message: check === undefined ? '' : telemetryCheck.answer(check) }
}
