import { once } from 'node:events'
import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'

/** Answers as a Postgres of another version would: it lets everybody in, and has one row for every question. */
export async function startFakePostgres(row: Readonly<Record<string, string>>): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), ready]))
      socket.on('data', (bytes) => {
        if (bytes[0] === 'Q'.charCodeAt(0)) socket.write(answer(row))
        else socket.end()
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as { port: number }).port
}

function answer(row: Readonly<Record<string, string>>): Buffer {
  const text = 25
  const columns = Object.keys(row).map((name) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(text), int16(-1), int32(-1), int16(0)]),
  )
  const values = Object.values(row).map((value) => Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]))
  return Buffer.concat([
    message('T', int16(columns.length), ...columns),
    message('D', int16(values.length), ...values),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ])
}

function message(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeInt32BE(value)
  return buffer
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2)
  buffer.writeInt16BE(value)
  return buffer
}

const ready = message('Z', Buffer.from('I'))
