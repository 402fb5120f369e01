import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@muster/sdk'
import pino from 'pino'
import { onTestFinished } from 'vitest'
import { readConfig } from '../src/ground/config/read-config.ts'
import { type App, startApp } from '../src/start/app.ts'
import type { TestServer } from '../src/testing/test-server.ts'

/** Settings that nodes of one installation share: `sharedTestServer(nodes)`, then `secondNode(server())`. */
export const nodes = {
  MUSTER_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  MUSTER_API_URL: 'https://muster.test',
}

export interface SecondNode {
  readonly address: string
  readonly app: App
  /** What it logged, at every level. */
  readonly lines: readonly string[]
  client(bearer?: string): Client
  close(): Promise<void>
}

/** One more node on the database and the clock of `server`, for one test. */
export async function secondNode(
  server: TestServer,
  environment: Readonly<Record<string, string>> = {},
): Promise<SecondNode> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-node-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const lines: string[] = []
  const app = await startApp({
    config: readConfig({
      ...nodes,
      MUSTER_PORT: '0',
      MUSTER_DATA_DIR: dataDir,
      MUSTER_DATABASE_CONNECTIONS: '4',
      DATABASE_URL: server.databaseUrl,
      ...environment,
    }),
    log: pino({ level: 'trace' }, { write: (line) => lines.push(line) }),
    clock: { now: server.now },
    onFatal: (error) => {
      throw error
    },
  })
  const close = () => app.close()
  onTestFinished(close)
  const client = (bearer?: string) =>
    createClient({ baseUrl: app.address, retries: 0, ...(bearer !== undefined && { apiKey: bearer }) })
  return { address: app.address, app, lines, client, close }
}
