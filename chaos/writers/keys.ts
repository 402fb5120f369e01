import { allOf } from './messages.ts'
import { insist, request, type World, type Writer } from './writer.ts'

const pauseMs = 100

/** Makes keys and revokes them. From the moment of the answer on, a revoked key is refused. */
export function keyWriter(world: World): Writer {
  const revoked: { id: string; key: string }[] = []

  async function expectRefused(key: string, when: string): Promise<void> {
    const answer = await request(world, 'GET', '/api/v0/me', { key })
    if (answer && answer.status !== 401) world.problem(`a revoked key was answered with ${answer.status} ${when}`)
  }

  return {
    name: 'keys',
    async work() {
      while (!world.isOver()) {
        // Without an answer the key itself is unknown: it stays, and nobody uses it.
        const created = await request(world, 'POST', '/api/v0/api-keys', { body: { name: 'short-lived' } })
        if (created?.status === 201) {
          const { id, key } = created.json
          // 404: the call before was done and only its answer was lost.
          const { status } = await insist(world, 'DELETE', `/api/v0/api-keys/${id}`)
          if (status >= 300 && status !== 404) world.problem(`revoking a key was answered with ${status}`)
          await expectRefused(key, 'right after')
          revoked.push({ id, key })
          world.count('keys revoked')
        }
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    },
    async check() {
      for (const { key } of revoked) await expectRefused(key, 'at the end')
      const entries = await allOf(world, '/api/v0/organization/audit-log?action=api_key.revoke', 'entries')
      const ids = entries.map((entry) => (entry.target as { id: string }).id)
      if (new Set(ids).size !== ids.length) world.problem('a revoked key has several audit entries')
      const missing = revoked.filter(({ id }) => !ids.includes(id))
      if (missing.length > 0) world.problem(`${missing.length} revoked keys have no audit entry`)
    },
  }
}
