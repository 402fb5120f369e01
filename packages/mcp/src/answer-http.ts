import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { createClient } from '@muster/sdk'
import { createServer } from './create-server.ts'

interface HttpQuestion {
  readonly message: unknown
  /** The value of the `MCP-Protocol-Version` header, if present. */
  readonly protocolVersion: string | undefined
  readonly baseUrl: string
  /** Sends requests with the rights of the caller. */
  readonly fetch: typeof fetch
  readonly version: string
  readonly signal: AbortSignal
}

/** Answers one message of the streamable HTTP transport. It is stateless. */
export async function answerHttp(question: HttpQuestion): Promise<{ status: number; answer: string }> {
  const { message, protocolVersion, baseUrl, fetch, version, signal } = question
  const client = createClient({ baseUrl, fetch, retries: 0 })
  const server = createServer(() => client, version)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const close = () => void server.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    const headers = new Headers({ accept: 'application/json, text/event-stream', 'content-type': 'application/json' })
    if (protocolVersion !== undefined) headers.set('mcp-protocol-version', protocolVersion)
    const request = new Request(`${baseUrl}/mcp`, { method: 'POST', headers })
    const response = await transport.handleRequest(request, { parsedBody: message })
    return { status: response.status, answer: await response.text() }
  } finally {
    signal.removeEventListener('abort', close)
    await server.close()
  }
}
