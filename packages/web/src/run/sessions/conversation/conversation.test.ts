import type { Session } from '@muster/contract/session'
import { createClient } from '@muster/sdk'
import { expect, it, onTestFinished } from 'vitest'
import { Conversation } from './conversation.ts'

const running: Session = { sessionId: 's', status: 'running', messageCount: 1, createdAt: 5, updatedAt: 5 }

/** The service as far as a conversation asks it, with a stream of events that a test writes. */
function service() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const answers: Record<string, () => Response> = {
    events: () => new Response(readable, { headers: { 'content-type': 'text/event-stream' } }),
    permissions: () => Response.json({ permissions: [] }),
    messages: () => Response.json({ messages: [], pagination: { hasMore: false, nextCursor: null } }),
  }
  const api = createClient({
    baseUrl: 'http://service',
    async fetch(url) {
      const name = new URL(String(url)).pathname.split('/').at(-1) ?? ''
      return answers[name]?.() ?? new Response(null, { status: 404 })
    },
  })
  const tell = (id: number, session: Session) =>
    writer.write(Buffer.from(`id: ${id}\nevent: session\ndata: ${JSON.stringify(session)}\n\n`))
  return { api, tell }
}

it('ignores an answer that is older than an event', async () => {
  const { api, tell } = service()
  const conversation = new Conversation(api, 's')
  const shows = (status: Session['status']) => expect.poll(() => conversation.snapshot().session?.status).toBe(status)
  const ending = new AbortController()
  onTestFinished(() => ending.abort())
  void conversation.watch(ending.signal)
  await tell(1, running)
  await shows('running')

  await conversation.change(async () => {
    await tell(3, { ...running, status: 'idle' })
    await shows('idle')
    return { ...running, statusReason: 'interrupting' }
  })
  const isDrawn = new Promise<void>((resolve) => conversation.subscribe(resolve))
  conversation.takenBack('another')
  await isDrawn
  expect(conversation.snapshot().session?.status).toBe('idle')

  await conversation.change(async () => ({ ...running, status: 'pending' }))
  await shows('pending')
})
