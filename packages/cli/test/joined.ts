import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type TestServer, testServer } from '../../server/src/testing/test-server.ts'
import { asOwner } from './as-owner.ts'

/** A service, and a computer that has joined it with the demo agent. */
export async function joined() {
  const server: TestServer = await testServer()
  const muster = await asOwner(server)
  const folder = join(muster.env.HOME, 'work')
  mkdirSync(folder)
  await muster.text('computers', 'join', 'laptop', '--agent', 'demo', '--folder', folder, '--background')
  onTestFinished(async () => {
    await muster.call(['computers', 'leave', '--local', '--yes'])
  })
  const { owner } = server.acme
  const { id: computerId } = await owner.computers.getByName({ name: 'laptop' })
  return { server, muster, folder, owner, computerId }
}
