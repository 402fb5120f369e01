import { attributes, request as otlp } from '../../packages/server/test/fixtures/agents/build.ts'
import { dayOf } from './days.ts'
import { nanosecondsOf } from './logs.ts'
import { insist, request, type World, type Writer } from './writer.ts'

const series = 3
const pauseMs = 10

/**
 * Reports running totals as periodic readers do: a report that was not answered is not sent again, the next one has the
 * next total. The last one is sent until it is answered; then the totals are exact.
 */
export function totalWriter(world: World): Writer {
  const totals = new Array<number>(series).fill(0)
  let second = 0

  function bodyOf(): object {
    const dataPoints = totals.map((total, index) => ({
      startTimeUnixNano: nanosecondsOf(dayOf.totals),
      timeUnixNano: nanosecondsOf(dayOf.totals, second),
      asInt: total,
      attributes: attributes({ 'session.id': `s${index}` }),
    }))
    const metric = {
      name: 'claude_code.commit.count',
      sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints },
    }
    return otlp('metrics', 'claude-code', metric).request as object
  }

  function advance(): void {
    // A long campaign must not leave the day.
    second += 0.01
    for (let index = 0; index < series; index++) totals[index] = (totals[index] ?? 0) + index + 1
  }

  return {
    name: 'running totals',
    async work() {
      while (!world.isOver()) {
        advance()
        const answer = await request(world, 'POST', '/v1/metrics', { body: bodyOf() })
        if (answer && answer.status !== 200) world.problem(`metrics were answered with ${answer.status}`)
        if (answer) world.count('points of running totals acknowledged', series)
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
      advance()
      await insist(world, 'POST', '/v1/metrics', { body: bodyOf() })
    },
    async check() {
      const path = `/api/v1/analytics/productivity?startDate=${dayOf.totals}&endDate=${dayOf.totals}`
      const productivity = await request(world, 'GET', path)
      const found = productivity?.json.data[0].git_commits
      const expected = totals.reduce((sum, total) => sum + total, 0)
      if (found !== expected) world.problem(`running totals: ${found} commits are counted, must be ${expected}`)
    },
  }
}
