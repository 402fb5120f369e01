import type { PublishReport } from '@muster/contract/readiness-report'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { dumpOf } from './database-rows.ts'

const server = sharedTestServer()
const paths = ['/api/organization/maturity-level-reports', '/api/organization/agent-readiness-reports'] as const
const [path] = paths

const least = { repoUrl: 'https://example.com/acme/app', apps: {}, report: {} } satisfies PublishReport
const full = {
  repoUrl: 'https://example.com/acme/app.git',
  apps: { '.': { description: 'The whole' }, 'packages/ä b': { description: '' } },
  report: {
    readme: { numerator: 1, denominator: 1, rationale: 'README.md:1' },
    'tests.unit': { numerator: 0, denominator: 2, rationale: '' },
    constructor: { numerator: 0.5, denominator: 1.5, rationale: 'A name that every object has.' },
  },
  commitHash: '0123456789abcdef0123456789abcdef01234567',
  branch: 'feature/ünicode',
  hasLocalChanges: false,
  hasNonRemoteCommits: true,
  modelUsed: { id: 'model-a', reasoningEffort: 'off' },
  agentVersion: '1.2.3',
} satisfies PublishReport

function publish(json: unknown, to: string = path) {
  return server().raw('POST', to, { key: server().acme.member.key, json })
}

describe.each(paths)('POST %s', (each) => {
  it('answers 201 with the report, its id and its time', async () => {
    const begun = server().now()
    const { status, json } = await publish(least, each)
    expect(status).toBe(201)
    expect(json).toEqual({
      reportId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/),
      createdAt: expect.any(Number),
      ...least,
      level: 1,
      score: 0,
      pillarScores: {},
      repoId: expect.any(String),
    })
    expect(json.createdAt).toBeGreaterThanOrEqual(begun)
    expect(json.createdAt).toBeLessThanOrEqual(server().now())
  })

  it('keeps every field as it was sent, on both paths', async () => {
    const { json } = await publish(full, each)
    const { reportId, createdAt, repoId, ...kept } = json
    expect(kept).toEqual({ ...full, level: 1, score: 100, pillarScores: { Documentation: 100 } })
    expect([typeof reportId, typeof createdAt, typeof repoId]).toEqual(['string', 'number', 'string'])
    for (const other of paths) {
      const { json: list } = await server().raw('GET', `${other}?limit=1`, { key: server().acme.guest.key })
      expect(list).toEqual({ reports: [json] })
    }
  })
})

describe(`POST ${path}`, () => {
  it('works out level and score itself, whatever the publisher says', async () => {
    const { json } = await publish({ ...full, level: 5, score: 99, pillarScores: { Documentation: 1, Luck: 100 } })
    expect(json).toMatchObject({ level: 1, score: 100, pillarScores: { Documentation: 100 } })
    expect(json.pillarScores).not.toHaveProperty('Luck')
    const { json: list } = await server().raw('GET', '/api/organization/repositories', { key: server().acme.owner.key })
    const shown = list.repositories.find(({ repoId }: { repoId: string }) => repoId === json.repoId)
    expect(shown).toMatchObject({ level: 1, score: 100 })
    expect(shown.history[0]).toMatchObject({ reportId: json.reportId, score: 100 })
  })

  it.each(['owner', 'manager', 'member'] as const)('lets a %s publish', async (role) => {
    expect((await server().acme[role].reports.publish(least)).repoUrl).toBe(least.repoUrl)
  })

  it('lets guests read but not publish', async () => {
    const { guest } = server().acme
    await expect(guest.reports.publish(least)).rejects.toMatchObject({ status: 403, code: 'role_not_allowed' })
    expect((await guest.reports.list()).reports.length).toBeGreaterThan(0)
  })

  const criterion = { numerator: 1, denominator: 1, rationale: '' }
  it.each([
    [
      'a numerator above the denominator',
      { ...least, report: { a: { ...criterion, numerator: 2 } } },
      'report.a.numerator',
    ],
    [
      'a numerator a little above',
      { ...least, report: { a: { ...criterion, numerator: 1.01 } } },
      'report.a.numerator',
    ],
    ['a negative numerator', { ...least, report: { a: { ...criterion, numerator: -1 } } }, 'report.a.numerator'],
    [
      'a denominator of 0',
      { ...least, report: { a: { numerator: 0, denominator: 0, rationale: '' } } },
      'report.a.denominator',
    ],
    ['a denominator below 1', { ...least, report: { a: { ...criterion, denominator: 0.5 } } }, 'report.a.denominator'],
    ['a numerator that is text', { ...least, report: { a: { ...criterion, numerator: '1' } } }, 'report.a.numerator'],
    ['no rationale', { ...least, report: { a: { numerator: 1, denominator: 1 } } }, 'report.a.rationale'],
    ['an unknown field of a criterion', { ...least, report: { a: { ...criterion, level: 1 } } }, 'report.a.level'],
    ['an unknown field', { ...least, stars: 3 }, 'stars'],
    ['an id of the caller’s choice', { ...least, reportId: 'x' }, 'reportId'],
    ['a time of the caller’s choice', { ...least, createdAt: 1 }, 'createdAt'],
    ['no repoUrl', { apps: {}, report: {} }, 'repoUrl'],
    ['an empty repoUrl', { ...least, repoUrl: '' }, 'repoUrl'],
    ['no apps', { repoUrl: least.repoUrl, report: {} }, 'apps'],
    ['no report', { repoUrl: least.repoUrl, apps: {} }, 'report'],
    ['an app without a description', { ...least, apps: { a: {} } }, 'apps.a.description'],
    [
      'an effort that is none',
      { ...least, modelUsed: { id: 'a', reasoningEffort: 'max' } },
      'modelUsed.reasoningEffort',
    ],
    ['a model without an effort', { ...least, modelUsed: { id: 'a' } }, 'modelUsed.reasoningEffort'],
    ['a flag that is text', { ...least, hasLocalChanges: 'no' }, 'hasLocalChanges'],
    ['a field that is null', { ...least, branch: null }, 'branch'],
  ])('answers 400 to %s', async (_, json, field) => {
    const before = (await server().acme.owner.reports.list({ limit: 1 })).reports
    expect((await publish(json)).json).toMatchObject({
      status: 400,
      code: 'invalid_request',
      errors: [{ path: field }],
    })
    expect((await server().acme.owner.reports.list({ limit: 1 })).reports).toEqual(before)
  })

  it('removes credentials from the URL before anything is stored', async () => {
    const urls = [
      'https://user:s3cr3t-s3cr3t@example.com/acme/app.git',
      ' https://s3cr3t-s3cr3t@example.com/acme/app.git',
      'https://example.com/acme/app.git?private_token=s3cr3t-s3cr3t',
    ]
    for (const repoUrl of urls) {
      const { text, json } = await publish({ ...least, repoUrl })
      expect(json.repoUrl).toBe('https://example.com/acme/app.git')
      expect(text).not.toContain('s3cr3t')
    }
    const { owner, guest } = server().acme
    expect(JSON.stringify([await guest.reports.list(), await owner.audit.list()])).not.toContain('s3cr3t')
    expect(await dumpOf(server().databaseUrl)).not.toContain('s3cr3t')
  })

  it('publishes once for the same Idempotency-Key', async () => {
    const { member } = server().acme
    const first = await member.reports.publish(least, { idempotencyKey: 'report-1' })
    expect(await member.reports.publish(least, { idempotencyKey: 'report-1' })).toEqual(first)
  })
})
