import { once } from 'node:events'
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { closeCodes } from '@muster/contract/relay/close-codes'
import { expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { otlpRows, userRows } from './access-table.ts'
import { fill } from './access-targets.ts'
import { rowsOf } from './database-rows.ts'
import { log } from './fixtures/agents/build.ts'
import { encodeProtobuf } from './fixtures/agents/encode-protobuf.ts'
import { exportPaths } from './grpc-client.ts'
import { helloWith, RelayComputer } from './relay-computer.ts'

const server = sharedTestServer({ MUSTER_OTLP_GRPC_PORT: '0' })

const prompt = log('claude-code', { 'event.name': 'user_prompt', 'session.id': 'a', 'prompt.id': 'a' }).request

/** As after a failover that leads to a replica: connections end, and new ones can only read. */
async function makeReadOnly(): Promise<void> {
  await alter('set default_transaction_read_only = on')
  await rowsOf(
    server().databaseUrl,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  )
}

async function alter(change: string): Promise<void> {
  const [row] = await rowsOf(server().databaseUrl, 'select current_database() as name')
  await rowsOf(server().databaseUrl, `set transaction read write; alter database ${row?.name} ${change}`)
}

function overGrpc(): Promise<ServiceError | undefined> {
  const client = new Client(`127.0.0.1:${server().app.grpcPort}`, credentials.createInsecure())
  onTestFinished(() => client.close())
  const metadata = new Metadata()
  metadata.set('authorization', `Bearer ${server().acme.member.key}`)
  const asIs = (bytes: Buffer) => bytes
  return new Promise((resolve) => {
    client.makeUnaryRequest(exportPaths.logs, asIs, asIs, encodeProtobuf('logs', prompt), metadata, (error) =>
      resolve(error ?? undefined),
    )
  })
}

it('a database that takes no changes is reported on every road, and forgotten as soon as it takes them', async () => {
  const { acme, raw } = server()
  const { owner } = acme
  const registered = await acme.member.computers.register({ name: 'mine' })
  const calls = []
  for (const row of [...userRows, ...otlpRows]) {
    const key = acme[row.admits[0] ?? 'owner'].key
    const { params, json } = row.isOtlp ? { json: prompt } : await row.prepare(acme, owner.userId)
    calls.push({ row, path: fill(row.path, params), options: { key, json } })
  }
  await makeReadOnly()

  expect(await raw('GET', '/readyz')).toMatchObject({ status: 503, json: { code: 'unavailable' } })
  const refused: string[] = []
  for (const { row, path, options } of calls) {
    const answer = await raw(row.method, path, options)
    expect({ call: row.call, status: answer.status, text: answer.text }).not.toMatchObject({ status: 500 })
    if (answer.status === 503) refused.push(row.call)
    if (answer.status === 503) expect(answer.headers.get('retry-after'), row.call).toMatch(/^\d+$/)
  }
  expect(refused).toEqual(expect.arrayContaining(['POST /api/v0/sessions', 'POST /v1/logs']))
  // Events of today only need the event store, and the database is told of them later. The log record is of a past day.
  expect(refused).not.toContain('POST /api/v0/events')
  expect(await overGrpc()).toMatchObject({ code: status.UNAVAILABLE })
  const computer = new RelayComputer(registered.relayAgentUrl ?? '', registered.credential)
  await once(computer.socket, 'open')
  computer.send(helloWith())
  const [code] = await once(computer.socket, 'close')
  expect(code).toBe(closeCodes.going_away.code)

  await alter('reset default_transaction_read_only')
  // Connections that still lead to the server as it was are given up, in use or not.
  const create = () => raw('POST', '/api/v0/api-keys', { key: owner.key, json: { name: 'it works again' } })
  const statuses = async () =>
    new Set((await Promise.all(Array.from({ length: 20 }, create))).map(({ status }) => status))
  await expect.poll(statuses).toEqual(new Set([201]))
  expect(await raw('GET', '/readyz')).toMatchObject({ status: 200 })
})
