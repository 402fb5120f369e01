import { madeOnce } from '@muster/contract/made-once'
import type { Client } from '@muster/sdk'
import type { Connection } from '../connection.ts'
import { version } from '../own-files.ts'
import type { Output } from '../terminal/output.ts'

/** Shared by every command. */
export interface Context {
  readonly out: Output
  readonly env: NodeJS.ProcessEnv
  /** As given with `--url`. */
  readonly urlFlag: string | undefined
  /** A client for the service that the user is logged in to; fails if there is no login. */
  client(): Promise<Client>
  connection(): Promise<Connection>
  /** A client for a login in progress. */
  clientFor(connection: Connection): Promise<Client>
}

export function createContext(out: Output, urlFlag: string | undefined, debug: boolean): Context {
  const connect = async () => (await import('../connection.ts')).getConnection(urlFlag, process.env)
  const clientFor = async ({ url, appUrl, key }: Connection) => {
    const [{ createClient }, { sleepFor }, { useMachineNetwork }] = await Promise.all([
      import('@muster/sdk'),
      import('@muster/sdk/retry'),
      import('@muster/contract/node/machine-network'),
    ])
    const sleep = (ms: number, signal?: AbortSignal) => {
      // A long wait must be reported.
      if (ms >= 1000) out.note(`The service asks for patience; trying again in ${Math.ceil(ms / 1000)} s.`)
      return sleepFor(ms, signal)
    }
    useMachineNetwork(url.startsWith('https:'))
    return createClient({
      baseUrl: url,
      appUrl,
      apiKey: key,
      sleep,
      headers: { 'user-agent': `muster-cli/${version}` },
      ...(debug && { fetch: tellingFetch(out) }),
    })
  }
  // A failed attempt is not cached, because the user may log in while a command runs.
  const connection = madeOnce(connect)
  return { out, env: process.env, urlFlag, connection, clientFor, client: async () => clientFor(await connection()) }
}

/** Logs each request and its status. Headers are left out, because one of them contains the key. */
function tellingFetch(out: Output): typeof fetch {
  return async (input, init) => {
    const startMs = performance.now()
    const tell = (outcome: string) =>
      out.note(`${init?.method ?? 'GET'} ${String(input)} → ${outcome}, ${Math.round(performance.now() - startMs)} ms`)
    try {
      const response = await fetch(input, init)
      const requestId = response.headers.get('x-request-id')
      tell(`${response.status}${requestId ? ` (${requestId})` : ''}`)
      return response
    } catch (error) {
      tell('no answer')
      throw error
    }
  }
}
