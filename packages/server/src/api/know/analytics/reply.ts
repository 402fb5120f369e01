import type { IncomingHttpHeaders } from 'node:http'
import { acceptedEncoding } from '../../../ground/platform/compression.ts'
import { preferredType } from '../../../ground/platform/negotiate.ts'
import type { Reply } from '../../../http/call.ts'
import type { AnalyticsAnswer, Preferences, RangeQuery } from '../../../know/analytics/service.ts'

const formats = { 'application/json': 'json', 'text/csv': 'csv', 'application/x-ndjson': 'ndjson' } as const

export function preferencesOf(headers: IncomingHttpHeaders): Preferences {
  return { ifNoneMatch: headers['if-none-match'], encoding: acceptedEncoding(headers['accept-encoding']) }
}

/** Adds the format to the query: the one that it names, otherwise the one that `Accept` prefers. */
export function withFormat<Query extends RangeQuery>(query: Query, { accept }: IncomingHttpHeaders): Query {
  if (query.format !== undefined) return query
  return { ...query, format: formats[preferredType(accept, ['application/json', 'text/csv', 'application/x-ndjson'])] }
}

/** Returns the stored bytes as an answer, with the type of the JSON that they contain. */
export function reply<Body>(
  answer: AnalyticsAnswer,
  name: string,
  { format, startDate, endDate }: RangeQuery,
  headers: Readonly<Record<string, string>> = {},
): Reply<Body> {
  const { etag, body, mediaType, encoding } = answer
  const common = { ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept, Accept-Encoding', ...headers }
  if (body === undefined) return { status: 304, body: undefined as Body, headers: common }
  const isFile = format !== undefined && format !== 'json'
  return {
    status: 200,
    body: body as Body,
    headers: {
      ...common,
      'Content-Type': mediaType,
      ...(encoding && { 'Content-Encoding': encoding }),
      ...(isFile && { 'Content-Disposition': `attachment; filename="${name}-${startDate}-${endDate}.${format}"` }),
    },
  }
}
