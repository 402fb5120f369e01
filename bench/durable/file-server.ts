import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the server keeps what it is sent. */
export interface FileServerJob {
  readonly file: string
  /** Whether it answers only when the bytes are on the disk. Requests that come together share a flush. */
  readonly flushes: boolean
}

/** The least that a server can do: it appends bodies to a file and answers. It reads nothing of them. */
process.on('message', async ({ file, flushes }: FileServerJob) => {
  const log = await open(file, 'a')
  let flushing: Promise<void> | undefined
  let next: Promise<void> | undefined
  const flushed = (): Promise<void> => {
    if (!flushing) {
      flushing = log.datasync().finally(() => {
        flushing = undefined
      })
      return flushing
    }
    next ??= flushing.then(() => {
      next = undefined
      return flushed()
    })
    return next
  }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    await log.writev(parts)
    if (flushes) await flushed()
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 })
    response.end('{}')
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
})
