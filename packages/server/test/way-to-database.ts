import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const socketName = '.s.PGSQL.5432'

/**
 * A connection to the database of a test that can be cut. Other nodes take a node without it for dead: it renews no
 * lease, and its later writes are lost.
 */
export async function wayToDatabase(databaseUrl: string) {
  const directory = await mkdtemp(join(tmpdir(), 'muster-way-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const target = join(new URLSearchParams(databaseUrl.split('?')[1]).get('host') ?? '', socketName)
  const sockets = new Set<Socket>()
  let server: Server | undefined
  const open = async () => {
    server = createServer((near) => {
      const far = connect(target)
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from)
        from.on('error', () => {})
        from.on('close', () => {
          sockets.delete(from)
          to.destroy()
        })
        from.pipe(to)
      }
    })
    await once(server.listen(join(directory, socketName)), 'listening')
  }
  const cut = () => {
    server?.close()
    for (const socket of sockets) socket.destroy()
  }
  await open()
  onTestFinished(cut)
  return {
    databaseUrl: databaseUrl.replace(/host=[^&]*/, `host=${encodeURIComponent(directory)}`),
    cut,
    open,
  }
}
