import { randomUUID } from 'node:crypto'
import type { PermissionRequest } from '@muster/contract/permission'
import { nobodysUrl, type People } from '../src/testing/test-server.ts'
import { RelayComputer } from './relay-computer.ts'

/** What a call is made with: parameters of the path, and a body. */
export interface Target {
  readonly params?: Readonly<Record<string, string>>
  readonly json?: unknown
}

/** The path with its parameters filled in. */
export function fill(path: string, params: Target['params'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

export async function nothing(): Promise<Target> {
  return {}
}

export async function emptyExport(): Promise<Target> {
  return { json: {} }
}

export async function mcpMessage(): Promise<Target> {
  return { json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }
}

export async function newEvents(): Promise<Target> {
  return { json: { events: [{ time: Date.now(), client: 'web', type: 'session_start' }] } }
}

// Sessions and computers belong to the member, who lets the organization use the computers: owners and managers see all of
// them, the member sees these. `consent.test.ts` judges those that are private.

async function registered({ member }: People) {
  const computer = await member.computers.register({ name: `computer ${randomUUID()}` })
  await (await RelayComputer.connect(computer)).close()
  return computer
}

async function begun(people: People) {
  const { id } = await registered(people)
  return people.member.sessions.create({ computerId: id })
}

export async function newSession(people: People): Promise<Target> {
  return { json: { computerId: (await registered(people)).id } }
}

export async function session(people: People): Promise<Target> {
  return { params: { sessionId: (await begun(people)).sessionId } }
}

export async function sessionChange(people: People): Promise<Target> {
  return { ...(await session(people)), json: { sessionSettings: { model: 'm' } } }
}

export async function newMessage(people: People): Promise<Target> {
  return { ...(await session(people)), json: { text: 'hello' } }
}

export async function message(people: People): Promise<Target> {
  const { sessionId } = await begun(people)
  const { messageId } = await people.member.messages.post({ sessionId, text: 'hello' })
  return { params: { sessionId, messageId } }
}

/** A session that is busy: of an idle one there is nothing to interrupt. */
export async function interruption(people: People): Promise<Target> {
  const { sessionId } = await begun(people)
  await people.member.messages.post({ sessionId, text: 'hello' })
  return { params: { sessionId }, json: {} }
}

/** An agent has asked, on a computer that has left since. */
export async function permission(people: People): Promise<Target> {
  const registration = await registered(people)
  const { sessionId } = await people.member.sessions.create({ computerId: registration.id })
  const { messageId: turnId } = await people.member.messages.post({ sessionId, text: 'hello' })
  const computer = await RelayComputer.connect(registration)
  await computer.next('prompt')
  computer.send({ type: 'taken', sessionId, turnId })
  await computer.next('go')
  await computer.updates({ sessionId, turnId }, [{ seq: 1, kind: 'permission', permission: question }])
  await computer.close()
  return { params: { sessionId, permissionId: question.id }, json: { decision: 'allow' } }
}

const question: PermissionRequest = {
  id: 'p1',
  toolCall: { title: 'npm test', kind: 'execute', input: { command: 'npm test' } },
  options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }],
  createdAt: 1,
}

export async function newComputer(): Promise<Target> {
  return { json: { name: `computer ${randomUUID()}` } }
}

export async function computer(people: People): Promise<Target> {
  return { params: { computerId: (await registered(people)).id } }
}

export async function computerByName(people: People): Promise<Target> {
  return { params: { name: (await registered(people)).name } }
}

export async function computerChange(people: People): Promise<Target> {
  return { ...(await computer(people)), json: { remoteUser: 'root' } }
}

export async function newName(): Promise<Target> {
  return { json: { name: 'renamed' } }
}

export async function newUser(): Promise<Target> {
  return { json: { email: `${randomUUID()}@acme.test`, role: 'guest' } }
}

export async function user({ owner }: People): Promise<Target> {
  const { id } = await owner.users.invite({ email: `${randomUUID()}@acme.test`, role: 'guest' })
  return { params: { userId: id } }
}

export async function userChange(people: People): Promise<Target> {
  return { ...(await user(people)), json: { role: 'member' } }
}

export async function newControls(): Promise<Target> {
  return { json: { cloudSessionSync: true } }
}

export async function newLimits({ guest }: People): Promise<Target> {
  return { json: { users: [{ email: guest.email, limit: 5 }] } }
}

export async function oneDay(): Promise<Target> {
  return { json: { startDate: '2026-01-14', endDate: '2026-01-14' } }
}

export async function newReport(): Promise<Target> {
  return { json: { repoUrl: 'https://example.com/acme/app', apps: {}, report: {} } }
}

export async function report({ member }: People): Promise<Target> {
  const { reportId } = await member.reports.publish({ repoUrl: 'https://example.com/acme/app', apps: {}, report: {} })
  return { params: { reportId } }
}

export async function newApiKey(): Promise<Target> {
  return { json: { name: 'one more' } }
}

/** A key of the caller's own, which everybody may revoke. */
export async function apiKey({ owner }: People, callerId: string): Promise<Target> {
  const { id } = await owner.apiKeys.create({ name: 'to be revoked', userId: callerId })
  return { params: { id } }
}

export async function newBrowserSession({ owner }: People): Promise<Target> {
  return { json: { apiKey: owner.key } }
}

export async function browserSession(people: People, callerId: string): Promise<Target> {
  const { owner } = people
  const { key } = await owner.apiKeys.create({ name: 'to sign in', userId: callerId })
  const { id } = await owner.browserSessions.create({ apiKey: key })
  return { params: { id } }
}

/** The same for whoever has one already. */
export async function newPassword(): Promise<Target> {
  const password = 'correct horse battery staple'
  return { json: { newPassword: password, currentPassword: password } }
}

export async function newPeople(): Promise<Target> {
  return { json: { list: `${randomUUID()}@acme.test, guest` } }
}

export async function newLink(people: People): Promise<Target> {
  return { ...(await user(people)), json: { purpose: 'invitation' } }
}

export async function link(people: People): Promise<Target> {
  const { id: userId } = await people.owner.users.invite({ email: `${randomUUID()}@acme.test`, role: 'guest' })
  const { url } = await people.owner.users.createLink({ userId, purpose: 'invitation' })
  return { json: { link: url.split('token=')[1] } }
}

export async function newOrganization(): Promise<Target> {
  return { json: { name: 'initech', ownerEmail: 'owner@initech.test' } }
}

const receiver = { url: nobodysUrl }

export async function newWebhook(): Promise<Target> {
  return { json: receiver }
}

export async function webhook({ owner }: People): Promise<Target> {
  await makeRoom(owner)
  return { params: { webhookId: (await owner.webhooks.create(receiver)).id } }
}

export async function webhookAction(people: People): Promise<Target> {
  return { ...(await webhook(people)), json: {} }
}

/** An organization has 100 webhooks at the most. */
async function makeRoom(owner: People['owner']): Promise<void> {
  const { webhooks } = await owner.webhooks.list()
  if (webhooks.length < 50) return
  await Promise.all(webhooks.map(({ id: webhookId }) => owner.webhooks.remove({ webhookId })))
}

export async function webhookChange(people: People): Promise<Target> {
  return { ...(await webhook(people)), json: { description: 'changed' } }
}

/** A turn that ended, of which one webhook more is told each time. */
export async function delivery(people: People): Promise<Target> {
  const { owner } = people
  await makeRoom(owner)
  const { id: webhookId } = await owner.webhooks.create({ ...receiver, events: ['turn.ended'] })
  const { sessionId } = await begun(people)
  await people.member.messages.post({ sessionId, text: 'Wait.' })
  await people.member.sessions.interrupt({ sessionId })
  const { deliveries } = await owner.webhooks.deliveries({ webhookId })
  return { params: { webhookId, deliveryId: deliveries[0]?.id ?? '' }, json: {} }
}
