import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import WebSocket, { WebSocketServer } from 'ws'
import { Child } from '../child.ts'
import type { Service } from '../service.ts'

/** The minimum work of any service: a commit of one row, in the same Postgres. */
export async function bareCommit({ connection }: Service) {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  await client.query('create table if not exists bench_commits (id bigint generated always as identity, text text)')
  const text = 'x'.repeat(200)
  return {
    measure: async () => {
      const beganMs = performance.now()
      await client.query('insert into bench_commits (text) values ($1)', [text])
      return performance.now() - beganMs
    },
    close: () => client.end(),
  }
}

/** The other minimum: one frame over a WebSocket to another process, measured as half of a round trip. */
export async function bareFrame() {
  const child = new Child<{ open: true }, number>(new URL('./echo.ts', import.meta.url))
  const socket = new WebSocket(`ws://127.0.0.1:${await child.ask({ open: true })}`, { perMessageDeflate: false })
  await once(socket, 'open')
  const text = 'x'.repeat(500)
  return {
    measure: async () => {
      const beganMs = performance.now()
      socket.send(text)
      await once(socket, 'message')
      return (performance.now() - beganMs) / 2
    },
    close: async () => {
      socket.terminate()
      await child.stop()
    },
  }
}

/** A server that sends every frame back. */
export async function echo(): Promise<number> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  server.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
