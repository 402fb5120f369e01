import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { freePort } from '../src/testing/free-port.ts'

/** A way to a service on which each connection ends after as many bytes of answers as `limit` says for its number. */
export async function cuttingProxy(target: string, limit: (connection: number) => number) {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let count = 0
  const server = createServer((client) => {
    count += 1
    let left = limit(count)
    const service = connect(Number(targetPort), hostname)
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
  // The system gives this port to nobody while the proxy is closed.
  const port = await freePort()
  const listen = async () => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  /** Cuts all connections at once. */
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  const close = () => {
    server.close()
    cut()
  }
  await listen()
  onTestFinished(close)
  return {
    address: `http://127.0.0.1:${port}`,
    connections: () => count,
    cut,
    /** Nobody gets through until it is opened again. */
    close,
    open: listen,
  }
}
