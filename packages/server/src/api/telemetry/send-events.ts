import { isUtf8 } from 'node:buffer'
import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { refused } from '../../http/json-body.ts'
import { NativeBodyError, readJsonEvents, readNdjsonEvents } from '../../ingest/native-body.ts'
import { invalid } from '../../platform/app-error.ts'
import { read } from '../answer.ts'

export const sendEvents = read(endpoints.telemetry.events, async ({ body, principal }, { ingest, clock }) => {
  const { bytes, mediaType } = body
  if (!isUtf8(bytes)) throw refused('malformed_json', 'body', 'must be valid UTF-8')
  return ok(await ingest.native(principal, outcomesOf(bytes, mediaType, clock.now()), bytes))
})

function outcomesOf(bytes: Buffer, mediaType: string, nowMs: number) {
  try {
    return mediaType === 'application/json' ? readJsonEvents(parsed(bytes), nowMs) : readNdjsonEvents(bytes, nowMs)
  } catch (error) {
    throw error instanceof NativeBodyError ? invalid('body', error.message) : error
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw refused('malformed_json', 'body', 'must be valid JSON; NDJSON is sent as application/x-ndjson')
  }
}
