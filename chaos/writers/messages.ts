import { insist, type World, type Writer } from './writer.ts'

/** Posts messages to sessions of its own, each until it is answered: each is there once, and they are in order. */
export function messageWriter(world: World, sessions: number): Writer {
  const posted: { sessionId: string; ids: string[] }[] = []

  async function post(session: number): Promise<void> {
    const computer = await insist(world, 'POST', '/api/v0/computers', {
      body: { name: `computer ${session}` },
      headers: { 'idempotency-key': `computer ${session}` },
    })
    // 409: it was registered, but the answer that held its credential never arrived. It is shown once.
    const { computerId } =
      computer.status === 201
        ? { computerId: computer.json.id as string }
        : { computerId: (await insist(world, 'GET', `/api/v0/computers/name/computer%20${session}`)).json.id as string }
    const created = await insist(world, 'POST', '/api/v0/sessions', {
      body: { computerId },
      headers: { 'idempotency-key': `session ${session}` },
    })
    const ids: string[] = []
    const { sessionId } = created.json
    posted.push({ sessionId, ids })
    for (let number = 0; !world.isOver(); number++) {
      const { status, json } = await insist(world, 'POST', `/api/v0/sessions/${sessionId}/messages`, {
        body: { text: `message ${number}` },
        headers: { 'idempotency-key': `message ${session} ${number}` },
      })
      if (status >= 300) world.problem(`a message was answered with ${status} ${JSON.stringify(json)}`)
      ids.push(json.messageId)
      world.count('messages acknowledged')
    }
  }

  return {
    name: 'messages',
    async work() {
      await Promise.all(Array.from({ length: sessions }, (_, session) => post(session)))
    },
    async check() {
      for (const { sessionId, ids } of posted) {
        const stored = await allOf(world, `/api/v0/sessions/${sessionId}/messages?order=asc`, 'messages')
        const found = stored.map(({ id }) => id)
        if (found.join() !== ids.join()) {
          world.problem(`session ${sessionId} has ${found.length} messages, must have ${ids.length}, or another order`)
        }
        const { json } = await insist(world, 'GET', `/api/v0/sessions/${sessionId}`)
        if (json.messageCount !== ids.length) world.problem(`session ${sessionId} counts ${json.messageCount} messages`)
      }
      const entries = await allOf(world, '/api/v0/organization/audit-log?action=message.post', 'entries')
      const own = new Set(posted.map(({ sessionId }) => sessionId))
      const audited = entries.filter((entry) => own.has((entry.target as { id: string }).id)).length
      const total = posted.reduce((sum, { ids }) => sum + ids.length, 0)
      if (audited !== total) world.problem(`${audited} audit entries of messages, must be ${total}`)
    },
  }
}

/** Every item of a list, page by page. */
export async function allOf(world: World, path: string, field: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  let cursor: string | null = null
  do {
    const after = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const join = path.includes('?') ? '&' : '?'
    const { status, json } = await insist(world, 'GET', `${path}${join}limit=100${after}`)
    if (status !== 200) throw new Error(`GET ${path} was answered with ${status} ${JSON.stringify(json)}`)
    items.push(...json[field])
    cursor = json.pagination?.nextCursor ?? null
  } while (cursor !== null)
  return items
}
