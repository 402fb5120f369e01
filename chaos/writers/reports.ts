import { allOf } from './messages.ts'
import { insist, type World, type Writer } from './writer.ts'

const pauseMs = 200

/** Publishes readiness reports, each until it is answered, and asks for the numbers to be brought up to date. */
export function reportWriter(world: World): Writer {
  const ids: string[] = []
  return {
    name: 'reports and refresh',
    async work() {
      for (let number = 0; !world.isOver(); number++) {
        const { status, json } = await insist(world, 'POST', '/api/organization/maturity-level-reports', {
          body: {
            repoUrl: `https://git.example.org/acme/app-${number % 5}`,
            apps: { '.': { description: 'An application' } },
            report: { readme: { numerator: 1, denominator: 1, rationale: `Report ${number}` } },
          },
          headers: { 'idempotency-key': `report ${number}` },
        })
        if (status !== 201) world.problem(`a report was answered with ${status}`)
        else ids.push(json.reportId)
        await insist(world, 'POST', '/api/v0/analytics/refresh')
        world.count('reports acknowledged')
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    },
    async check() {
      const entries = await allOf(world, '/api/v0/organization/audit-log?action=report.publish', 'entries')
      const published = entries.map((entry) => (entry.target as { id: string }).id)
      if ([...published].sort().join() !== [...ids].sort().join()) {
        world.problem(`${published.length} audit entries of reports, must be ${ids.length}, or other ones`)
      }
      for (const id of ids) {
        const { status } = await insist(world, 'GET', `/api/organization/maturity-level-reports/${id}`)
        if (status !== 200) world.problem(`a report that was acknowledged is answered with ${status}`)
      }
    },
  }
}
