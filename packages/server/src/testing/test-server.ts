import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@muster/contract/enumerations'
import { type Client, createClient } from '@muster/sdk'
import pg from 'pg'
import pino from 'pino'
import { beforeAll, inject, onTestFinished } from 'vitest'
import { readConfig } from '../ground/config/read-config.ts'
import { type App, startApp } from '../start/app.ts'
import { templateDatabase } from './postgres.ts'
import './refuse-second-connections.ts'

export const operatorKey = 'operator-key-of-the-tests-0123456789'

/** A user of a test organization: a client that acts as this user, and its key. */
export type Person = Client & { readonly key: string; readonly email: string; readonly userId: string }

export type People = Readonly<Record<Role, Person>> & { readonly organizationId: string }

export interface TestServer {
  readonly address: string
  readonly app: App
  readonly databaseUrl: string
  readonly dataDir: string
  /** Two organizations with a person in each role. */
  readonly acme: People
  readonly globex: People
  /** A client with any bearer, or none. */
  client(bearer?: string): Client
  /** Sends a request without any additions, checks or retries. */
  raw(method: string, path: string, options?: RawOptions): Promise<RawAnswer>
  now: () => number
  /** Moves the clock of the server forward. */
  advance(ms: number): void
}

interface RawOptions {
  readonly key?: string | undefined
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  readonly json?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface RawAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of every shape.
  readonly json: any
}

type Environment = Readonly<Record<string, string>>

/** The real service on a real database of its own, for one test. */
export async function testServer(environment: Environment = {}): Promise<TestServer> {
  const { server, end } = await startTestServer(environment)
  onTestFinished(end)
  return server
}

/**
 * Like `testServer`, for all tests of a file or of a `describe`. Call it at their top, and the result inside of each
 * test.
 */
export function sharedTestServer(environment: Environment | (() => Environment) = {}): () => TestServer {
  let started: TestServer | undefined
  beforeAll(async () => {
    const settings = typeof environment === 'function' ? environment() : environment
    const { server, end } = await startTestServer(settings)
    started = server
    return end
  })
  return () => {
    if (!started) throw new Error('The test server is there only inside of tests.')
    return started
  }
}

/** An address where no server listens. It needs no DNS look-up, which takes seconds on some machines. */
export const nobodysUrl = 'https://127.0.0.99:9/hook'

async function startTestServer(environment: Environment): Promise<{ server: TestServer; end: () => Promise<void> }> {
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const host = inject('postgresHost')
  await administer(host, `create database ${database} template ${templateDatabase} owner muster_service`)
  const databaseUrl = `postgres://muster_service@/${database}?host=${encodeURIComponent(host)}`
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-test-'))
  const config = readConfig({
    MUSTER_PORT: '0',
    MUSTER_LOG_LEVEL: 'silent',
    MUSTER_OPERATOR_KEY: operatorKey,
    MUSTER_DATA_DIR: dataDir,
    MUSTER_DATABASE_CONNECTIONS: '10',
    MUSTER_WEBHOOK_NETWORKS: new URL(nobodysUrl).hostname,
    DATABASE_URL: databaseUrl,
    ...environment,
  })
  let advancedMs = 0
  const now = () => (config.MUSTER_NOW ?? Date.now()) + advancedMs
  const onFatal = (error: Error) => {
    throw error
  }
  const log = process.env.MUSTER_TEST_LOG ? pino() : pino({ level: 'silent' })
  const app = await startApp({ config, log, clock: { now }, onFatal })
  const end = async () => {
    await app.close()
    await administer(host, `drop database ${database} with (force)`)
    await rm(dataDir, { recursive: true, force: true })
  }

  const client = (bearer?: string) =>
    createClient({
      baseUrl: app.address,
      retries: 0,
      // On a busy machine, computing many days takes longer than a person would wait. The test ends a little later.
      timeoutMs: 240_000,
      ...(bearer !== undefined && { apiKey: bearer }),
    })
  const raw = (method: string, path: string, options: RawOptions = {}) => send(app.address, method, path, options)
  const server: TestServer = {
    address: app.address,
    app,
    databaseUrl,
    dataDir,
    acme: await createPeople(client, 'acme'),
    globex: await createPeople(client, 'globex'),
    client,
    raw,
    now,
    advance: (ms) => {
      advancedMs += ms
    },
  }
  return { server, end }
}

/** Creates a further organization with a person in each role: much faster than another server. */
export function newPeople({ client }: TestServer, name: string): Promise<People> {
  return createPeople(client, name, `${randomUUID()}.${name}.test`)
}

async function createPeople(client: TestServer['client'], name: string, domain = `${name}.test`): Promise<People> {
  const email = (role: Role) => `${role}@${domain}`
  const { apiKey, owner, organization } = await client(operatorKey).operator.createOrganization({
    name,
    ownerEmail: email('owner'),
  })
  const ownerClient = client(apiKey)
  const person = (key: string, user: { id: string; email: string }): Person =>
    Object.assign(client(key), { key, email: user.email, userId: user.id })
  const invite = async (role: Role) => {
    const user = await ownerClient.users.invite({ email: email(role), role })
    const { key } = await ownerClient.apiKeys.create({ name: `Key of the ${role}`, userId: user.id })
    return person(key, user)
  }
  return {
    organizationId: organization.id,
    owner: person(apiKey, owner),
    manager: await invite('manager'),
    member: await invite('member'),
    guest: await invite('guest'),
  }
}

async function send(address: string, method: string, path: string, options: RawOptions): Promise<RawAnswer> {
  const body = options.json === undefined ? options.body : JSON.stringify(options.json)
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(options.key !== undefined && { authorization: `Bearer ${options.key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body }),
  })
  // A stream of events does not end.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await response.body?.cancel()
  const text = isStream ? '' : await response.text()
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
}

async function administer(host: string, statement: string): Promise<void> {
  const connection = new pg.Client({ host, user: 'muster', database: 'postgres' })
  await connection.connect()
  try {
    await connection.query(statement)
  } finally {
    await connection.end()
  }
}
