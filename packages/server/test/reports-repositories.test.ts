import { level1 } from '@muster/contract/readiness/level-1'
import { level2 } from '@muster/contract/readiness/level-2'
import type { PublishReport } from '@muster/contract/readiness-report'
import { describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-01T09:30:00Z' })
const path = '/api/organization/repositories'
const repoUrl = 'https://example.com/acme/app'

/** A report in which so many of each level's criteria pass. */
function reportWith(passed1: number, passed2 = 0): PublishReport['report'] {
  const rows = (ids: readonly string[], passed: number) =>
    ids.map((id, index) => [id, { numerator: index < passed ? 1 : 0, denominator: 1, rationale: '' }] as const)
  return Object.fromEntries([...rows(Object.keys(level1), passed1), ...rows(Object.keys(level2), passed2)])
}

async function organization() {
  const { client, raw, advance } = server()
  const created = await client(operatorKey).operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const owner = client(created.apiKey)
  const publish = async (report: PublishReport['report'], more: Partial<PublishReport> = {}) => {
    advance(1)
    return owner.reports.publish({ repoUrl, apps: {}, report, ...more })
  }
  const get = (query = '') => raw('GET', `${path}${query}`, { key: created.apiKey })
  return { id: created.organization.id, owner, publish, get }
}

describe(`GET ${path}`, () => {
  it('is empty without reports', async () => {
    const { get } = await organization()
    expect((await get()).json).toEqual({ repositories: [], pagination: { hasMore: false, nextCursor: null } })
  })

  it('shows each repository once, with its newest level, its history and its trend', async () => {
    const { publish, get } = await organization()
    const first = await publish(reportWith(3))
    const second = await publish(reportWith(6, 1), { branch: 'main', commitHash: 'abc' })
    expect((await get()).json.repositories).toEqual([
      {
        repoId: first.repoId,
        repoUrl,
        level: 2,
        score: expect.any(Number),
        trend: 'up',
        branch: 'main',
        commitHash: 'abc',
        reportCount: 2,
        history: [
          { reportId: second.reportId, createdAt: second.createdAt, level: 2, score: 26, passed: 7, total: 37 },
          { reportId: first.reportId, createdAt: first.createdAt, level: 1, score: 10, passed: 3, total: 37 },
        ],
      },
    ])
  })

  it.each([
    ['new', [[3, 0]]],
    [
      'steady',
      [
        [3, 0],
        [3, 0],
      ],
    ],
    [
      'up',
      [
        [3, 0],
        [4, 0],
      ],
    ],
    [
      'up',
      [
        [5, 25],
        [6, 0],
      ],
    ],
    [
      'down',
      [
        [6, 0],
        [5, 25],
      ],
    ],
    [
      'down',
      [
        [6, 3],
        [6, 2],
      ],
    ],
    [
      'up',
      [
        [7, 0],
        [1, 0],
        [2, 0],
      ],
    ],
  ] as const)('calls the trend %s after %j', async (trend, reports) => {
    const { publish, get } = await organization()
    for (const [first, second] of reports) await publish(reportWith(first, second))
    expect((await get()).json.repositories[0].trend).toBe(trend)
  })

  it('keeps criteria that it does not know, and counts them for no level', async () => {
    const { owner, publish, get } = await organization()
    const unknown = { of_the_future: { numerator: 0, denominator: 3, rationale: 'Who knows.' } }
    const { reportId } = await publish({ ...reportWith(7), ...unknown })
    expect((await owner.reports.get({ reportId })).report).toMatchObject(unknown)
    expect((await get()).json.repositories[0]).toMatchObject({ level: 2, history: [{ passed: 7, total: 37 }] })
  })

  it('holds ten reports of the history, the newest first', async () => {
    const { publish, get } = await organization()
    const ids = []
    for (let index = 0; index < 12; index++) ids.unshift((await publish(reportWith(index % 7))).reportId)
    const [repository] = (await get()).json.repositories
    expect(repository.reportCount).toBe(12)
    expect(repository.history.map(({ reportId }: { reportId: string }) => reportId)).toEqual(ids.slice(0, 10))
  })

  it('computes the level of reports that were stored without one', async () => {
    const { id, publish, get } = await organization()
    await publish(reportWith(6, 2))
    const before = (await get()).json
    const statement =
      'update readiness_reports set level = null, passed = null, total = null where organization_id = $1'
    await rowsOf(server().databaseUrl, statement, [id])
    expect((await get()).json).toEqual(before)
  })

  it('knows one repository by all its spellings, and pages through many', async () => {
    const { owner, publish } = await organization()
    await publish({}, { repoUrl: 'git@example.com:acme/app.git' })
    await publish({}, { repoUrl: 'https://example.com/acme/app' })
    for (let index = 0; index < 5; index++) await publish({}, { repoUrl: `https://example.com/acme/${index}` })
    const all = await Array.fromAsync(owner.reports.repositories.items({ limit: 2 }))
    expect(all.map((each) => each.repoUrl)).toEqual([
      ...[4, 3, 2, 1, 0].map((index) => `https://example.com/acme/${index}`),
      'git@example.com:acme/app.git',
    ])
    expect(all.at(-1)?.reportCount).toBe(2)
  })
})

describe('GET /api/organization/maturity-level-reports/{reportId}', () => {
  it('answers with the report as it was published', async () => {
    const { owner, publish } = await organization()
    const published = await publish(reportWith(2), { switchedOff: { devcontainer: { reason: 'No containers here.' } } })
    expect(await owner.reports.get({ reportId: published.reportId })).toEqual(published)
    expect(await owner.reports.get({ reportId: published.reportId.toUpperCase() })).toEqual(published)
  })

  it.each(['018f0000-0000-7000-8000-000000000000', 'abc', '%00'])('answers 404 for %s', async (reportId) => {
    const { owner } = await organization()
    await expect(owner.reports.get({ reportId })).rejects.toMatchObject({ status: 404 })
  })
})
