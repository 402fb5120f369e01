import { randomUUID } from 'node:crypto'
import type { RegisteredComputer } from '@muster/contract/computer'
import { newPeople, type People, type Person, type TestServer } from '../src/testing/test-server.ts'
import type { openIdStandIn } from './openid-stand-in.ts'
import { type SecondNode, secondNode } from './second-node.ts'

export type StandIn = Awaited<ReturnType<typeof openIdStandIn>>

/** Where the subject comes from. The owner comes from 127.0.0.1. */
export const away = { 'x-forwarded-for': '203.0.113.7' }

/** Settings of every node of these tests: the caller's address is what the request says. */
export const settings = { MUSTER_TRUST_PROXY: '1', MUSTER_OTLP_GRPC_PORT: '0', MUSTER_RATE_LIMIT: '100000' }

const password = 'correct horse battery staple'
const hourMs = 60 * 60 * 1000

/** A member with everything by which people come in. They use one node; what changes is changed on another. */
export interface World {
  readonly server: TestServer
  readonly node: SecondNode
  readonly provider: StandIn
  readonly owner: Person
  readonly people: People
  readonly subject: Person
  readonly person: { readonly sub: string; readonly email: string }
  readonly password: string
  readonly apiKey: NamedKey
  /** Each is used by one request alone, so that its use tells that the request was let in. */
  readonly slowKeys: { readonly http: NamedKey; readonly grpc: NamedKey }
  readonly token: string
  readonly openIdToken: string
  readonly cookie: string
  /** People who have a link. */
  readonly invited: Linked
  readonly forgetful: Linked
  readonly computer: RegisteredComputer
  /** A session with a message that waits for the computer. */
  readonly sessionId: string
  readonly messageId: string
  /** A request of the subject, to their node. */
  ask(method: string, path: string, options: { key?: string; json?: unknown; cookie?: string }): Promise<Response>
}

interface NamedKey {
  readonly id: string
  readonly key: string
}

interface Linked {
  readonly userId: string
  readonly email: string
  readonly token: string
}

export async function newWorld(server: TestServer, provider: StandIn): Promise<World> {
  const node = await secondNode(server, { ...settings, ...provider.settings })
  const people = await newPeople(server, 'world')
  const { owner, member: subject } = people
  const ask: World['ask'] = (method, path, { key, json, cookie }) =>
    fetch(node.address + path, {
      method,
      headers: {
        ...away,
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(cookie !== undefined && { cookie }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
  const keyNamed = (name: string) => {
    const expiresAt = new Date(server.now() + hourMs).toISOString()
    return owner.apiKeys.create({ name, userId: subject.userId, expiresAt })
  }
  const linkOf = async (userId: string, purpose: 'invitation' | 'password-reset') =>
    (await owner.users.createLink({ userId, purpose })).url.split('#token=')[1] ?? ''
  const linked = async (purpose: 'invitation' | 'password-reset') => {
    const { id: userId, email } = await owner.users.invite({ email: `${randomUUID()}@world.test`, role: 'member' })
    return { userId, email, token: await linkOf(userId, purpose) }
  }
  const signIn = async (json: object) => cookieOf(await ask('POST', '/api/v0/browser-sessions', { json }))

  const apiKey = await keyNamed('of the subject')
  const person = { sub: `subject of ${subject.email}`, email: subject.email }
  const openIdToken = await provider.tokenFor(person, server.now())
  await ask('GET', '/api/v0/me', { key: openIdToken })
  await signIn({ link: await linkOf(subject.userId, 'password-reset'), newPassword: password })
  const computer = await subject.computers.register({ name: 'laptop' })
  const { sessionId } = await subject.sessions.create({ computerId: computer.id })
  const { messageId } = await subject.messages.post({ sessionId, text: 'It waits.' })
  return {
    server,
    node,
    provider,
    owner,
    people,
    subject,
    person,
    password,
    apiKey,
    slowKeys: { http: await keyNamed('slow'), grpc: await keyNamed('slow too') },
    token: (await node.client(apiKey.key).apiKeys.createToken()).token,
    openIdToken,
    cookie: await signIn({ email: subject.email, password }),
    invited: await linked('invitation'),
    forgetful: await linked('password-reset'),
    computer,
    sessionId,
    messageId,
    ask,
  }
}

export function cookieOf({ headers }: Response): string {
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
