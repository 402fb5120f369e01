import { isUtf8 } from 'node:buffer'
import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../http/call.ts'
import { refused } from '../../http/json-body.ts'
import { NativeBodyError } from '../../ingest/native/read-body.ts'
import { invalid } from '../../platform/app-error.ts'
import { forUser } from '../answer.ts'

export const sendEvents = forUser(endpoints.telemetry.events, async ({ body, principal, query }, { ingest }) => {
  const { bytes, mediaType } = body
  if (!isUtf8(bytes)) throw refused('malformed_json', 'body', 'must be valid UTF-8')
  const format = mediaType === 'application/json' ? 'json' : 'ndjson'
  return ok(
    await ingest.native(principal, format, bytes, query.source === 'history').catch((error: unknown) => {
      if (error instanceof NativeBodyError) throw invalid('body', error.message)
      if (!(error instanceof SyntaxError)) throw error
      throw refused('malformed_json', 'body', 'must be valid JSON; NDJSON is sent as application/x-ndjson')
    }),
  )
})
