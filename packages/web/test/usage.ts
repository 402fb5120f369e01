import type { TestServer } from '../../server/src/testing/test-server.ts'

/** The clock of the service in these tests. */
export const now = '2026-06-30T12:00:00Z'
export const lastDay = '2026-06-29'

const dayMs = 86_400_000

/** Some weeks of made-up usage of the people of acme; every number in it follows from its day. */
export async function addUsage({ acme }: TestServer, days = 45): Promise<void> {
  const events: Record<string, unknown>[] = []
  const people = [acme.owner.email, acme.member.email, 'ада@example.com', 'x@example.com']
  for (let back = 1; back <= days; back++) {
    const noon = Date.parse(now) - back * dayMs
    for (const [index, userEmail] of people.entries()) {
      if ((back + index) % 3 === 0) continue
      const sessionId = `s${back}-${index}`
      const common = { userEmail, sessionId, client: index === 0 ? 'web' : 'terminal-ui' }
      const at = (minute: number) => noon + minute * 60_000
      events.push({ ...common, time: at(0), type: 'session_start' })
      events.push({ ...common, time: at(1), type: 'message', role: 'user' })
      events.push({
        ...common,
        time: at(2),
        type: 'model_call',
        model: index % 2 ? 'atlas-5' : 'kestrel-2',
        inputTokens: 100_000 + back,
        outputTokens: 1000,
        cacheReadTokens: 50_000,
        cost: index + 1,
      })
      events.push({ ...common, time: at(3), type: 'tool_call', tool: 'Bash', autonomyLevel: 'auto-low' })
      events.push({
        ...common,
        time: at(4),
        type: 'tool_call',
        tool: 'search',
        mcpServer: 'Issues',
        autonomyLevel: 'manual',
      })
      events.push({ ...common, time: at(5), type: 'file', operation: 'edit', path: 'a.ts' })
      events.push({ ...common, time: at(6), type: 'commit', sha: `${back}`.padStart(39, '0') + index })
    }
  }
  for (let first = 0; first < events.length; first += 500) {
    await acme.owner.telemetry.events({ events: events.slice(first, first + 500) as never })
  }
  await acme.owner.analytics.refresh()
}
