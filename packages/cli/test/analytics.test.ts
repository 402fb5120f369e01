import { beforeAll, describe, expect, it } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { asOwner, asPerson } from './as-owner.ts'

const server = sharedTestServer({ MUSTER_NOW: '2026-03-05T09:30:00.000Z' })
const days = ['--from', '2026-03-03', '--to', '2026-03-04']

beforeAll(async () => {
  const { owner, member } = server().acme
  const shared = { client: 'web', agent: 'codex', team: 'Web', sessionId: 's' } as const
  const call = { ...shared, type: 'model_call', inputTokens: 1_000_000, outputTokens: 0 } as const
  const { rejected } = await member.telemetry.events({
    events: [
      { ...call, id: 'a', time: '2026-03-04T12:00:00Z', model: 'claude-opus-4-5' },
      { ...call, id: 'b', time: '2026-03-04T12:00:00Z', model: 'claude-opus-4-5', cost: 2.5 },
      { ...call, id: 'c', time: '2026-03-05T08:00:00Z', model: 'house-coder' },
      {
        ...shared,
        id: 'd',
        time: '2026-03-04T12:01:00Z',
        type: 'file',
        operation: 'edit',
        path: 'a.ts',
        linesAdded: 7,
      },
    ],
  })
  expect(rejected).toEqual([])
  const unpriced = { ...call, id: 'e', time: '2026-01-25T08:00:00Z', model: 'house-coder' }
  await owner.telemetry.events({ events: [unpriced] })
  await owner.analytics.refresh()
})

describe('muster analytics', () => {
  it('shows costs by day and by group, with a dash for what nobody knows', async () => {
    const owner = await asOwner(server())
    const text = await owner.text('analytics', 'costs', ...days)
    expect(text).toMatch(/^2026-03-03 +- +- +- +0 +0 +-$/m)
    expect(text).toMatch(/^2026-03-04 +7\.50 +2\.50 +5\.00 +2 +0 +2025-11-24$/m)
    expect(await owner.text('analytics', 'costs', ...days, '--by', 'team')).toMatch(/^2026-03-04 +Web +7\.50 /m)
    expect(await owner.text('analytics', 'costs', ...days, '--by', 'user')).toContain(server().acme.member.email)
    expect(await owner.json('analytics', 'costs', ...days)).toHaveLength(2)
    expect(await owner.call(['analytics', 'costs', ...days, '--by', 'moon'])).toMatchObject({ code: 2 })
  })

  it('shows work, adoption and prices', async () => {
    const owner = await asOwner(server())
    expect(await owner.text('analytics', 'work', ...days, '--by', 'agent')).toMatch(/^2026-03-04 +codex +7 +- /m)
    expect(await owner.text('analytics', 'adoption', ...days)).toMatch(/^2026-03-04 +\d+ +1 +1 /m)
    expect(await owner.text('analytics', 'adoption', ...days, '--teams')).toMatch(/^Web +0 +1 /m)
    expect(await owner.text('analytics', 'prices', 'opus-4-5')).toMatch(/^claude-opus-4-5 +2025-11-24 +- +5 +25 /m)
  })

  it('tells what the month costs in sentences, with what changed below them', async () => {
    const owner = await asOwner(server())
    const { stdout, stderr } = await owner.call(['analytics', 'spend'])
    expect(stderr).toMatch(/^March so far costs at least \$7\.50\.$/m)
    expect(stdout + stderr).toContain('Nothing changed that is known.')
    expect(await owner.json('analytics', 'spend', '--month', '2026-02')).toMatchObject({ month: '2026-02', spent: 0 })
    expect(await owner.call(['analytics', 'spend', '--month', '2026-04'])).toMatchObject({ code: 1 })
  })

  it('shows members their own usage including today, and nobody else’s', async () => {
    const member = await asPerson(server(), server().acme.member.key)
    const { stdout, stderr } = await member.call(['analytics', 'me'])
    expect(stdout).toMatch(/^2026-03-04 +.* yes$/m)
    expect(stdout).toMatch(/^2026-03-05 +.* house-coder +no$/m)
    expect(stderr).toMatch(
      /^2026-03: [\d,]+ credits of no limit; 7\.50 US dollars, and 1,000,000 tokens without a price\.$/m,
    )
    expect(await member.call(['analytics', 'costs', ...days])).toMatchObject({ code: 4 })
  })
})

describe('muster stats', () => {
  it('shows the organization’s numbers, compared with the days before, with a sparkline', async () => {
    const owner = await asOwner(server())
    const text = await owner.text('stats', ...days)
    expect(text).toMatch(/^ +BY DAY +TOTAL +BEFORE +CHANGE$/m)
    expect(text).toMatch(/^Billable tokens +▁█ +\d{7} +0 +-$/m)
    expect(text).toMatch(/^Cost +▁█ +\$7\.50 +\$0\.00 +-$/m)
    const told = await owner.json<{ before: unknown; metrics: { name: string; total: number }[] }>('stats', ...days)
    expect(told.before).toEqual({ startDate: '2026-02-24', endDate: '2026-02-25' })
    expect(told.metrics).toContainEqual(expect.objectContaining({ name: 'Active people, a day', total: 0.5 }))
    expect(await owner.text('stats', '--from', '2026-02-03', '--to', '2026-03-04')).toMatch(
      /^Active people.* 0\.0333 /m,
    )
    expect(await owner.call(['stats', '--from', '2026-03-04', '--to', '2026-03-03'])).toMatchObject({ code: 2 })
  })

  it('shows no comparison if the service has no earlier days', async () => {
    const owner = await asOwner(server())
    const { metrics } = await owner.json<{ metrics: { name: string; before?: number }[] }>(
      'stats',
      '--from',
      '2026-01-14',
      '--to',
      '2026-01-20',
    )
    expect(metrics.every(({ before }) => before === undefined)).toBe(true)
  })

  it('says how numbers come in where there are none yet', async () => {
    const owner = await asOwner(server())
    const quiet = ['2026-01-20', '2026-01-21'] as const
    const stats = await owner.call(['stats', '--from', quiet[0], '--to', quiet[1]])
    const team = await owner.call(['usage', '--team', '--since', quiet[0], '--until', quiet[1]])
    for (const { code, stderr } of [stats, team]) {
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining('`muster connect AGENT --write` lets an agent report'),
      ])
      expect(stderr).toContain('`muster import` sends')
    }
    expect(team.stdout).toBe('')
    for (const words of [
      ['stats', ...days],
      ['usage', '--team', '--since', '2026-03-03', '--until', '2026-03-04'],
    ]) {
      expect((await owner.call(words)).stderr).not.toContain('muster connect')
    }
  })

  it('is not for members', async () => {
    const member = await asPerson(server(), server().acme.member.key)
    expect(await member.call(['stats', ...days])).toMatchObject({ code: 4 })
    expect(await member.call(['usage', '--team'])).toMatchObject({ code: 4 })
  })
})

describe('muster usage --team', () => {
  const range = ['--since', '2026-03-03', '--until', '2026-03-04']

  it('adds up by day, month, model and agent, and marks what is estimated', async () => {
    const owner = await asOwner(server())
    const { stdout, stderr } = await owner.call(['usage', '--team', ...range])
    expect(stdout).toMatch(/^2026-03-04 +2 +~\$7\.50 +█{20}$/m)
    expect(stdout).toMatch(/^TOTAL +2 +~\$7\.50$/m)
    expect(stderr).toContain('▁█  2026-03-03 to 2026-03-04, before $0.00')
    expect(await owner.text('usage', '--team', ...range, '--by', 'month')).toMatch(/^2026-03 +2 /m)
    expect(await owner.text('usage', '--team', ...range, '--by', 'model')).toMatch(/^claude-opus-4-5 +2 /m)
    expect(await owner.text('usage', '--team', ...range, '--by', 'agent')).toMatch(/^codex +2 /m)
    expect((await owner.json('usage', '--team', ...range)).rows).toHaveLength(2)
    const unpriced = ['--since', '2026-01-25', '--until', '2026-01-25', '--by', 'model']
    expect(await owner.text('usage', '--team', ...unpriced)).toMatch(/^house-coder +1 +-$/m)
  })

  it.each(['day', 'month', 'model', 'agent'])('draws every day in the line when it adds up by %s', async (by) => {
    const owner = await asOwner(server())
    const { stderr } = await owner.call([
      'usage',
      '--team',
      '--by',
      by,
      '--since',
      '2026-03-01',
      '--until',
      '2026-03-04',
    ])
    expect(stderr).toContain('▁▁▁█  2026-03-01 to 2026-03-04')
  })

  it('says which numbers it does not have', async () => {
    const owner = await asOwner(server())
    expect(await owner.call(['usage', '--team', '--by', 'block'])).toMatchObject({ code: 2 })
    expect(await owner.call(['usage', '--team', '--live'])).toMatchObject({ code: 2 })
  })
})
