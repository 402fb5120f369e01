import { once } from 'node:events'
import { closeCodes } from '@muster/contract/relay/close-codes'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { sharedTestServer } from '../src/testing/test-server.ts'
import { RelayClient } from './relay-client.ts'
import { assistantText, connectComputer, runningTurn } from './relay-computer.ts'

const server = sharedTestServer()

/** What the service answers instead of letting the client in. */
async function refusalOf(url: string | undefined, bearer: string): Promise<{ status: number; code: string }> {
  const socket = new WebSocket(url ?? '', { headers: { authorization: `Bearer ${bearer}` } })
  const [, response] = await once(socket, 'unexpected-response')
  let body = ''
  for await (const part of response) body += part
  return { status: response.statusCode, code: JSON.parse(body).code }
}

describe('a client that attaches to a computer', () => {
  it('sees whether it is there, its sessions, and the events of those that it follows', async () => {
    const { member, registered, computer, sessionId, turn } = await runningTurn(server(), 'attached')
    const client = await RelayClient.attach(registered.relayClientUrl, member.key)
    expect(await client.next('welcome')).toMatchObject({ computerId: registered.id, connected: true })
    expect(await client.next('session')).toMatchObject({ session: { sessionId, status: 'running' } })

    client.send({ type: 'follow', sessionId, after: 0 })
    await client.next('event', ({ event }) => event === 'message')
    expect(await computer.next('watch')).toMatchObject({ sessionId, on: true })
    computer.send({ type: 'preview', ...turn, n: 0, text: 'Hel' })
    computer.send({ type: 'delta', ...turn, n: 1, text: 'lo' })
    expect(await client.next('event', ({ event }) => event === 'delta')).toMatchObject({ data: { text: 'lo' } })
    await computer.updates(turn, [
      { seq: 1, kind: 'message', message: assistantText('Hello') },
      { seq: 2, kind: 'end', outcome: 'completed' },
    ])
    const { version } = await client.next('event', ({ data }) => (data as { role?: string }).role === 'assistant')
    await client.next('session', ({ session }) => session.status === 'idle')

    const again = await RelayClient.attach(registered.relayClientUrl, member.key)
    again.send({ type: 'follow', sessionId, after: version ?? 0 })
    await again.next('event', ({ event, version: at }) => event === 'session' && at !== undefined)
    expect(again.frames.filter((frame) => frame.type === 'event' && frame.event === 'message')).toEqual([])

    await computer.close()
    expect(await client.next('computer')).toEqual({ type: 'computer', connected: false })
    await connectComputer(registered)
    expect(await client.next('computer')).toEqual({ type: 'computer', connected: true })
    await member.sessions.remove({ sessionId })
    expect(await again.next('unfollowed')).toMatchObject({ sessionId, reason: 'session_not_found' })
  })

  it('sees only what it may see', async () => {
    const { acme, globex } = server()
    const managed = await acme.owner.computers.register({ name: 'shared', provider: 'managed' })
    const { sessionId } = await acme.owner.sessions.create({ computerId: managed.id })
    const { sessionId: own } = await acme.member.sessions.create({ computerId: managed.id })
    const client = await RelayClient.attach(managed.relayClientUrl, acme.member.key)
    await client.next('welcome')
    client.send({ type: 'follow', sessionId })
    expect(await client.next('unfollowed')).toMatchObject({ sessionId, reason: 'session_not_found' })
    await acme.owner.messages.post({ sessionId, text: 'Not for members' })
    await acme.member.messages.post({ sessionId: own, text: 'Mine' })
    await client.next('session', ({ session }) => session.sessionId === own)
    expect(client.frames.filter((frame) => frame.type === 'session' && frame.session.sessionId === sessionId)).toEqual(
      [],
    )
    const foreign = await acme.owner.computers.register({ name: 'the owner’s' })
    const url = foreign.relayClientUrl
    expect(await refusalOf(url, acme.member.key)).toEqual({ status: 404, code: 'computer_not_found' })
    expect(await refusalOf(url, globex.owner.key)).toEqual({ status: 404, code: 'computer_not_found' })
    expect(await refusalOf(url, acme.guest.key)).toEqual({ status: 403, code: 'role_not_allowed' })
    expect(await refusalOf(url, foreign.credential)).toEqual({ status: 401, code: 'unauthorized' })
    const narrow = await acme.owner.apiKeys.create({ name: 'computers only', scopes: ['computers:read'] })
    expect(await refusalOf(url, narrow.key)).toEqual({ status: 403, code: 'scope_not_allowed' })
  })

  it('is cut off within seconds when its key is revoked', async () => {
    const { owner } = server().acme
    const registered = await owner.computers.register({ name: 'revoked' })
    const { id, key } = await owner.apiKeys.create({ name: 'for a while' })
    const client = await RelayClient.attach(registered.relayClientUrl, key)
    await client.next('welcome')
    const closed = client.closeCode()
    await owner.apiKeys.revoke({ id })
    expect(await closed).toBe(closeCodes.unauthorized.code)
  })

  it.each([
    ['is no JSON', '{', 'protocol_error'],
    ['is no hello', JSON.stringify({ type: 'follow', sessionId: 'x' }), 'protocol_error'],
    ['is of another version', JSON.stringify({ type: 'hello', protocol: 99 }), 'update_needed'],
    ['is too large', JSON.stringify({ type: 'hello', protocol: 1, pad: 'x'.repeat(2 ** 17) }), 'frame_too_large'],
  ] as const)('is let go when its first frame %s', async (name, frame, reason) => {
    const { owner } = server().acme
    const registered = await owner.computers.register({ name: `client ${name}` })
    const client = new RelayClient(registered.relayClientUrl ?? '', owner.key)
    await once(client.socket, 'open')
    const closed = client.closeCode()
    client.socket.send(frame)
    expect(await closed).toBe(closeCodes[reason].code)
  })
})
