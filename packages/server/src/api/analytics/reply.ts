import type { IncomingHttpHeaders } from 'node:http'
import type { AnalyticsAnswer, Wishes } from '../../analytics/service.ts'
import type { Reply } from '../../http/call.ts'
import { acceptedEncoding } from '../../platform/compression.ts'

export function wishesOf(headers: IncomingHttpHeaders): Wishes {
  return { ifNoneMatch: headers['if-none-match'], encoding: acceptedEncoding(headers['accept-encoding']) }
}

/** The stored bytes as an answer. Its type is that of the JSON they hold, which nobody here looks into. */
export function reply<Body>(answer: AnalyticsAnswer, headers: Readonly<Record<string, string>> = {}): Reply<Body> {
  const { etag, body, mediaType, encoding } = answer
  const common = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept-Encoding', ...headers }
  if (body === undefined) return { status: 304, body: undefined as Body, headers: common }
  return {
    status: 200,
    body: body as Body,
    headers: { ...common, 'Content-Type': mediaType, ...(encoding && { 'Content-Encoding': encoding }) },
  }
}
