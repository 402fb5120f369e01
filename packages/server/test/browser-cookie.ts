import type { TestServer } from '../src/testing/test-server.ts'

/** Signs in, and returns what the browser sends back from then on: name and value, as in the header `Cookie`. */
export async function cookieOf({ raw }: Pick<TestServer, 'raw'>, apiKey: string): Promise<string> {
  const { headers } = await raw('POST', '/api/v0/browser-sessions', { json: { apiKey } })
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
