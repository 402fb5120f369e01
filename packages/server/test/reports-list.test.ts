import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-01T09:30:00Z' })
const path = '/api/organization/maturity-level-reports'
const repoUrl = 'https://example.com/acme/app'

/** A new organization with reports, the newest first. */
async function organization(count: number, { stepMs = 1, url = repoUrl } = {}) {
  const { client, raw, advance } = server()
  const created = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const owner = client(created.apiKey)
  const published = []
  for (let index = 0; index < count; index++) {
    advance(stepMs)
    published.unshift(await owner.reports.publish({ repoUrl: url, apps: {}, report: {}, branch: `${index}` }))
  }
  const get = (query: string) => raw('GET', `${path}?${query}`, { key: created.apiKey })
  return { id: created.organization.id, owner, published, get }
}

/** Writes reports straight into the database: publishing them one by one would take too long. */
async function addMany(organizationId: string, count: number) {
  const statement = `insert into readiness_reports (id, organization_id, repository_id, user_id, report, created_at)
    select gen_random_uuid(), organization_id, repository_id, user_id, report, created_at
    from readiness_reports, generate_series(1, $2) where organization_id = $1`
  await rowsOf(server().databaseUrl, statement, [organizationId, count])
}

describe('GET /api/organization/maturity-level-reports', () => {
  it('lists the newest first, and nothing beside the reports', async () => {
    const { published, get } = await organization(3)
    expect((await get('')).json).toEqual({ reports: published })
  })

  it('is empty in an organization without reports', async () => {
    expect((await (await organization(0)).get('')).json).toEqual({ reports: [] })
  })

  it('shows 100 unless asked for another number, and 1,000 at the most', async () => {
    const { id, get } = await organization(1)
    await addMany(id, 1004)
    expect((await get('')).json.reports).toHaveLength(100)
    expect((await get('limit=999')).json.reports).toHaveLength(999)
    for (const limit of ['1000', '1001', '5000', '9'.repeat(99)]) {
      expect((await get(`limit=${limit}`)).json.reports).toHaveLength(1000)
    }
  })

  it.each(['1', '01', '2'])('accepts limit=%s', async (limit) => {
    const { published, get } = await organization(3)
    expect((await get(`limit=${limit}`)).json.reports).toEqual(published.slice(0, Number(limit)))
  })

  it.each(['0', '-1', 'abc', '', '1.5', '1e3', '%201', '00', '+1', 'Infinity'])(
    'answers 400 to limit=%s',
    async (limit) => {
      const { get } = await organization(1)
      expect((await get(`limit=${limit}`)).json).toMatchObject({ status: 400, errors: [{ path: 'limit' }] })
    },
  )

  it.each([1, 2, 3, 7])('shows every report once on pages of %i', async (limit) => {
    const { owner, published } = await organization(7)
    expect(await Array.fromAsync(owner.reports.list.items({ limit }))).toEqual(published)
  })

  it('distinguishes reports of the same time, so that pages neither overlap nor skip', async () => {
    const { id, owner } = await organization(1, { stepMs: 0 })
    await addMany(id, 30)
    const { reports } = await owner.reports.list()
    expect(new Set(reports.map(({ reportId }) => reportId)).size).toBe(31)
    expect(new Set(reports.map(({ createdAt }) => createdAt)).size).toBe(1)
    for (const limit of [1, 7, 30]) {
      expect(await Array.fromAsync(owner.reports.list.items({ limit }))).toEqual(reports)
    }
  })

  it('continues after a report while new ones come', async () => {
    const { owner, published } = await organization(4)
    const startAfter = published[1]?.reportId
    server().advance(1)
    await owner.reports.publish({ repoUrl, apps: {}, report: {} })
    expect((await owner.reports.list({ startAfter })).reports).toEqual(published.slice(2))
    expect((await owner.reports.list({ startAfter: published[3]?.reportId })).reports).toEqual([])
    const upper = startAfter?.toUpperCase()
    expect((await owner.reports.list({ startAfter: upper })).reports).toEqual(published.slice(2))
  })

  it('answers 400 to a startAfter that names no report of the organization', async () => {
    const { get } = await organization(1)
    const other = await organization(1)
    const theirs = other.published[0]?.reportId
    for (const id of [theirs, '018f0000-0000-7000-8000-000000000000', 'abc', '%00', '']) {
      expect((await get(`startAfter=${id}`)).json).toMatchObject({ status: 400, errors: [{ path: 'startAfter' }] })
    }
  })

  it('ignores parameters that it does not know', async () => {
    expect((await (await organization(1)).get('page=2')).status).toBe(200)
  })
})

describe('repoId', () => {
  it.each([
    'https://example.com/acme/app',
    'https://EXAMPLE.com/acme/app.git',
    'http://example.com/acme/app/',
    'git@example.com:acme/app.git',
    'ssh://git@example.com:22/acme/app.git',
    'https://user:password@example.com/acme/app',
    'example.com/acme/app',
  ])('finds the reports of a repository as %s', async (repoId) => {
    const { owner, published } = await organization(2)
    await owner.reports.publish({ repoUrl: 'https://example.com/acme/other', apps: {}, report: {} })
    expect((await owner.reports.list({ repoId })).reports).toEqual(published)
  })

  it('finds them by the id of the repository, in any case', async () => {
    const { id, owner, published } = await organization(2)
    await owner.reports.publish({ repoUrl: 'https://example.com/acme/other', apps: {}, report: {} })
    const statement = `select id from repositories where organization_id = $1 and url = $2`
    const [row] = await rowsOf(server().databaseUrl, statement, [id, repoUrl])
    for (const repoId of [String(row?.id), String(row?.id).toUpperCase()]) {
      expect((await owner.reports.list({ repoId })).reports).toEqual(published)
    }
    const other = await organization(1)
    expect((await other.owner.reports.list({ repoId: String(row?.id) })).reports).toEqual([])
  })

  it('knows one repository by all the spellings that it was published with', async () => {
    const { owner } = await organization(1, { url: 'git@example.com:acme/app.git' })
    await owner.reports.publish({ repoUrl: 'https://Example.com/acme/app', apps: {}, report: {} })
    const { reports } = await owner.reports.list({ repoId: 'https://example.com/acme/app.git' })
    expect(reports).toHaveLength(2)
    expect(new Set(reports.map((report) => report.repoUrl))).toEqual(
      new Set(['git@example.com:acme/app.git', 'https://Example.com/acme/app']),
    )
  })

  it.each([
    'https://example.com/acme/APP',
    'https://example.com/acme',
    'https://example.org/acme/app',
    '%',
    "' or 1=1",
  ])('finds nothing as %s', async (repoId) => {
    const { owner } = await organization(1)
    expect((await owner.reports.list({ repoId })).reports).toEqual([])
  })

  it('pages through one repository, also from a report of another one', async () => {
    const { owner, published } = await organization(3)
    server().advance(1)
    const newer = await owner.reports.publish({ repoUrl: 'https://example.com/acme/other', apps: {}, report: {} })
    expect(await Array.fromAsync(owner.reports.list.items({ repoId: repoUrl, limit: 1 }))).toEqual(published)
    expect((await owner.reports.list({ repoId: repoUrl, startAfter: newer.reportId })).reports).toEqual(published)
  })
})
