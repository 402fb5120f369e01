import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { HookUsage } from '../src/report/usage-event.ts'

interface EventsServer {
  readonly url: string
  /** As the service counts them: each id once. */
  readonly counted: Map<string, HookUsage>
  /** How many came, with those that came again. */
  received: number
  readonly bearers: Set<string | undefined>
  /** What to answer in place of 200. */
  status: number
  /** Events that the whole request is refused for. */
  isPoison: (event: HookUsage) => boolean
}

/** Takes usage events as the service does. */
export async function eventsServer(port = 0): Promise<EventsServer> {
  const state: Omit<EventsServer, 'url'> = {
    counted: new Map(),
    received: 0,
    bearers: new Set(),
    status: 200,
    isPoison: () => false,
  }
  const server = createServer(async (request, response) => {
    const { events } = (await json(request)) as { events: HookUsage[] }
    state.bearers.add(request.headers.authorization)
    if (request.url !== '/api/v0/events' || request.method !== 'POST') return void response.writeHead(404).end()
    if (state.status !== 200) return void response.writeHead(state.status).end()
    if (events.some((event) => state.isPoison(event))) return void response.writeHead(400).end('{}')
    state.received += events.length
    for (const event of events) state.counted.set(event.id, event)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ accepted: events.length, duplicates: 0, rejected: [] }))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}
