import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy that leads every connection to one port of this machine, whatever name was asked for, and keeps the names. */
export async function startProxy(port: number) {
  const asked: string[] = []
  const server = createServer((_request, response) => response.writeHead(405).end())
  server.on('connect', (request, client, head) => {
    asked.push(request.url ?? '')
    const target = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      if (head.length > 0) target.write(head)
      target.pipe(client).pipe(target)
    })
    target.on('error', () => client.destroy())
    client.on('error', () => target.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
