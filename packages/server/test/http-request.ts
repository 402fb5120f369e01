import { type IncomingHttpHeaders, request } from 'node:http'

interface PlainAnswer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A request with exactly these headers: `fetch` adds some of its own, and inflates what comes back. */
export function plainRequest(
  address: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(address + path, { method, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    outgoing.on('error', reject).end()
  })
}
