import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const server = sharedTestServer()
const path = '/api/organization/maturity-level-reports'
const repoUrl = 'https://example.com/acme/large'
const criterion = { numerator: 1, denominator: 1, rationale: '' }

/** A report of about `kilobytes`, with text of several bytes a character in it. */
function reportOf(kilobytes: number) {
  const rationale = 'é'.repeat(2_000)
  const criteria = Math.floor(kilobytes / 4)
  const report = Object.fromEntries(
    Array.from({ length: criteria }, (_, index) => [`criterion_${index}`, { ...criterion, rationale }]),
  )
  return { repoUrl, apps: {}, report }
}

describe('a page of large reports', () => {
  it('ends at its budget and leads on, so that no report is missed', async () => {
    const { owner, guest } = server().acme
    const published: string[] = []
    for (let index = 0; index < 12; index++) {
      published.unshift((await owner.reports.publish(reportOf(1_000))).reportId)
    }
    const page = await server().raw('GET', `${path}?limit=1000`, { key: guest.key })
    expect(page.status).toBe(200)
    const shown = page.json.reports.map(({ reportId }: { reportId: string }) => reportId)
    expect(Buffer.byteLength(page.text)).toBeLessThan(8.5 * 2 ** 20)
    expect(shown).toEqual(published.slice(0, shown.length))
    expect(shown.length).toBeGreaterThan(6)
    expect(shown.length).toBeLessThan(12)
    expect(page.headers.get('link')).toContain(`startAfter=${shown.at(-1)}`)
    const followed = await Array.fromAsync(guest.reports.list.items({ limit: 1000 }), ({ reportId }) => reportId)
    expect(followed).toEqual(published)
    const last = await server().raw('GET', `${path}?startAfter=${shown.at(-1)}`, { key: guest.key })
    expect(last.headers.get('link')).toBeNull()
  })

  it('holds each report as it was published', async () => {
    const { owner } = server().globex
    const published = await owner.reports.publish({ ...reportOf(1_500), branch: 'a "b" \\ {c}' })
    expect((await owner.reports.list()).reports).toEqual([published])
    expect(await owner.reports.get({ reportId: published.reportId })).toEqual(published)
  })
})

describe('what a repository may keep', () => {
  it('is 500 reports: the oldest goes when another is published, and the audit log says which', async () => {
    const { owner } = server().globex
    const least = { repoUrl: 'https://example.com/globex/often', apps: {}, report: {} }
    const first = await owner.reports.publish(least)
    await rowsOf(
      server().databaseUrl,
      `insert into readiness_reports (id, organization_id, repository_id, user_id, report, created_at)
       select gen_random_uuid(), organization_id, repository_id, user_id, report, created_at + number
       from readiness_reports, generate_series(1, 499) number where id = $1`,
      [first.reportId],
    )
    server().advance(1000)
    const newest = await owner.reports.publish(least)
    const kept = await Array.fromAsync(owner.reports.list.items({ repoId: least.repoUrl }), ({ reportId }) => reportId)
    expect(kept).toHaveLength(500)
    expect(kept[0]).toBe(newest.reportId)
    expect(kept).not.toContain(first.reportId)
    const { entries } = await owner.audit.list({ limit: 1 })
    expect(entries).toMatchObject([{ action: 'report.publish', changes: { removed: [first.reportId] } }])
  })

  const many = (count: number, value: object) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`name ${index}`, value]))
  it.each([
    [
      'a rationale of 5,001 characters',
      { report: { a: { ...criterion, rationale: 'x'.repeat(5_001) } } },
      'report.a.rationale',
    ],
    ['501 criteria', { report: many(501, criterion) }, 'report'],
    ['2,001 applications', { apps: many(2_001, { description: '' }) }, 'apps'],
    ['a description of 1,001 characters', { apps: { a: { description: 'x'.repeat(1_001) } } }, 'apps.a.description'],
  ])('is no report with %s', async (_, part, field) => {
    const json = { repoUrl, apps: {}, report: {}, ...part }
    const answer = await server().raw('POST', path, { key: server().acme.owner.key, json })
    expect(answer.json).toMatchObject({ status: 400, errors: [{ path: field }] })
  })
})
