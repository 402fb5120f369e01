import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A way to a service on which each connection ends after as many bytes of answers as `limit` says for its number. */
export async function cuttingProxy(target: string, limit: (connection: number) => number) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((client) => {
    count += 1
    let left = limit(count)
    const service = connect(Number(port), hostname)
    for (const socket of [client, service]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    client.pipe(service)
    service.on('data', (bytes: Buffer) => {
      client.write(bytes.subarray(0, left))
      left -= bytes.length
      if (left > 0) return
      client.end(() => client.destroy())
      service.destroy()
    })
    service.on('end', () => client.end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  return {
    address: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    connections: () => count,
    /** Cuts all connections at once. */
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
