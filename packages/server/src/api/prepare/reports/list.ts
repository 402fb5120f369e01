import { Readable } from 'node:stream'
import type { Answer } from '@muster/contract/endpoint'
import { endpoints } from '@muster/contract/endpoints'
import { ok } from '../../../http/call.ts'
import type { ReportsPage } from '../../../prepare/reports/report-page.ts'
import { forUser } from '../../answer.ts'

/** A smaller page is built before it is sent; a larger one is read while it is sent. */
const wholeBytes = 512 * 1024

export const listReports = forUser(endpoints.reports.list, async ({ principal, query }, { reports, about }) => {
  const page = await reports.list(principal, query)
  const headers = { 'Content-Type': 'application/json; charset=utf-8' }
  // The text is the JSON that the contract describes.
  const body = (await bodyOf(page)) as unknown as Answer<typeof endpoints.reports.list>
  if (page.next === undefined) return ok(body, headers)
  const search = new URLSearchParams({ ...query, startAfter: page.next })
  const next = `${about.appUrl}${endpoints.reports.list.path}?${search}`
  return ok(body, { ...headers, Link: `<${next}>; rel="next"` })
})

async function bodyOf({ json, bytes }: ReportsPage): Promise<Buffer | Readable> {
  if (bytes > wholeBytes) return Readable.from(toBytes(json), { objectMode: false })
  return Buffer.from((await Array.fromAsync(json)).join(''))
}

async function* toBytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of texts) yield Buffer.from(text)
}
