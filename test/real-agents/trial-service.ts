import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createClient } from '@muster/sdk'
import { freePort } from '../../packages/server/src/testing/free-port.ts'
import { until } from './until.ts'

/** The service as a process of its own, with its data below a folder, and a client of its owner. */
export async function startService(root: string) {
  const key = `mst_owner_${randomBytes(32).toString('hex')}`
  const port = await freePort()
  const main = join(import.meta.dirname, '../../packages/server/src/main.ts')
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    MUSTER_DATA_DIR: join(root, 'data'),
    MUSTER_PORT: `${port}`,
    MUSTER_OWNER_KEY: key,
  }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const address = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${address}/readyz`).catch(() => undefined))?.ok)
  return Object.assign(child, { address, key, client: createClient({ baseUrl: address, apiKey: key }) })
}
