import { endpoints } from '@muster/contract/endpoints'
import { invalid } from '../../../ground/platform/app-error.ts'
import { ok } from '../../../http/call.ts'
import { refused } from '../../../http/json-body.ts'
import { NativeBodyError } from '../../../know/ingest/native/read-body.ts'
import { forUser } from '../../answer.ts'

export const sendEvents = forUser(endpoints.telemetry.events, async (request, { ingest }) => {
  const { body, principal, query } = request
  const format = body.mediaType === 'application/json' ? 'json' : 'ndjson'
  const options = { isHistory: query.source === 'history', leaving: request.leaving() }
  return ok(
    await ingest.native(principal, format, body, options).catch((error: unknown) => {
      if (error instanceof NativeBodyError) throw invalid('body', error.message)
      if (!(error instanceof SyntaxError)) throw error
      throw refused('malformed_json', 'body', 'must be valid JSON in UTF-8; NDJSON is sent as application/x-ndjson')
    }),
  )
})
