import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { relayContentPath } from '@muster/contract/relay/protocol'
import { expect, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LastUse } from '../src/govern/keys/last-use.ts'
import { admittedForMs } from '../src/govern/keys/stays.ts'
import { away, type World } from './admission-world.ts'
import { EventReader } from './event-reader.ts'
import { connection, framed } from './grpc-client.ts'
import { RelayClient } from './relay-client.ts'
import { helloWith, RelayComputer } from './relay-computer.ts'

/** What became of it: a status, a code of gRPC, a code of a connection that was closed, or a word. */
export type Outcome = number | string

/** Begins before the change, and tells afterwards what became of what was begun, or of the next use. */
type Way = (world: World) => Promise<() => Promise<Outcome>>

/** Each time with this bearer or cookie, to read sessions, which guests may not. */
function asking(shown: (world: World) => { key?: string; cookie?: string }): Way {
  return async (world) => {
    const use = async () => (await world.ask('GET', '/api/v0/sessions', shown(world))).status
    expect(await use()).toBe(200)
    return use
  }
}

function signingIn(body: (world: World) => object, path = '/api/v0/browser-sessions'): Way {
  return async (world) => async () => (await world.ask('POST', path, { json: body(world) })).status
}

function reading(path: (world: World) => string): Way {
  return async (world) => {
    const reader = await EventReader.open(world.node.address + path(world), world.apiKey.key, away)
    await reader.next()
    return async () => {
      while (await reader.next());
      return 'ended'
    }
  }
}

const relayOf = ({ node, computer }: World, end: 'agent' | 'client') =>
  `${node.address.replace('http', 'ws')}/api/v0/relay/computers/${computer.id}/${end}`

/** The status with which a WebSocket is refused; 101 if it is let in. */
async function upgrade(url: string, bearer: string): Promise<number> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${bearer}`, ...away } })
  // It comes when a handshake is ended.
  socket.on('error', () => {})
  onTestFinished(() => socket.terminate())
  return new Promise((resolve) => {
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_request, { statusCode }) => resolve(statusCode ?? 0))
  })
}

/** Resolves when the service has let in a request with this key. */
async function isLetIn(keyId: string, send: () => unknown): Promise<void> {
  const used = vi.spyOn(LastUse.prototype, 'keyUsed')
  try {
    send()
    await expect.poll(() => used.mock.calls.flat()).toContain(keyId)
  } finally {
    used.mockRestore()
  }
}

/** For the service, what is done in `work` comes so long after it let the caller in that it judges again. */
async function later<Result>(work: () => Promise<Result>): Promise<Result> {
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + admittedForMs)
  try {
    return await work()
  } finally {
    clock.mockRestore()
  }
}

const event = { time: 0, client: 'web', type: 'session_start' }
const listSessions = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_sessions', arguments: {} } }

export const ways = {
  'a request with a key': asking(({ apiKey }) => ({ key: apiKey.key })),
  'a request with a token of a key': asking(({ token }) => ({ key: token })),
  'a request with a token of the provider': asking(({ openIdToken }) => ({ key: openIdToken })),
  'a request with a cookie': asking(({ cookie }) => ({ cookie })),

  'a tool of MCP': async ({ ask, apiKey }) => {
    const use = async () => {
      const answer = await ask('POST', '/mcp', { key: apiKey.key, json: listSessions })
      if (answer.status !== 200) return answer.status
      const { result } = (await answer.json()) as { result: { isError?: boolean } }
      return result.isError ? 'the tool is refused' : 'the tool answers'
    }
    expect(await use()).toBe('the tool answers')
    return use
  },

  'telemetry over gRPC': async ({ node, apiKey }) => {
    const { call } = connection(node.app.grpcPort)
    const use = async () => {
      const { stream, answer } = call({ headers: { authorization: `Bearer ${apiKey.key}`, ...away } })
      stream.end(framed(Buffer.alloc(0)))
      return (await answer).code
    }
    expect(await use()).toBe(0)
    return use
  },

  'a request whose body takes long': async ({ node, slowKeys, server }) => {
    const body = JSON.stringify({ events: [{ ...event, time: server.now() }] })
    const headers = { 'content-type': 'application/json', 'content-length': body.length, ...away }
    const authorization = `Bearer ${slowKeys.http.key}`
    const options = { method: 'POST', headers: { ...headers, authorization } }
    const sending: ClientRequest = request(`${node.address}/api/v0/events`, options)
    await isLetIn(slowKeys.http.id, () => sending.write(body.slice(0, 10)))
    return () =>
      later(async () => {
        sending.end(body.slice(10))
        const [{ statusCode }] = await once(sending, 'response')
        return statusCode
      })
  },

  'a message over gRPC that takes long': async ({ node, slowKeys }) => {
    const headers = { authorization: `Bearer ${slowKeys.grpc.key}`, ...away }
    const { stream, answer } = connection(node.app.grpcPort).call({ headers })
    const message = framed(Buffer.alloc(0))
    await isLetIn(slowKeys.grpc.id, () => stream.write(message.subarray(0, 2)))
    return () =>
      later(async () => {
        stream.end(message.subarray(2))
        return (await answer).code
      })
  },

  'a session that is waited for': async ({ ask, apiKey, sessionId }) => {
    const waiting = ask('GET', `/api/v0/sessions/${sessionId}?wait=60`, { key: apiKey.key })
    return async () => (await waiting).status
  },

  'the events of a session': reading(({ sessionId }) => `/api/v0/sessions/${sessionId}/events`),
  'the events of all sessions': reading(() => '/api/v0/events/sessions'),

  'a client that is attached': async (world) => {
    const client = await RelayClient.attach(relayOf(world, 'client'), world.apiKey.key, away)
    await client.next('welcome')
    return () => client.closeCode()
  },

  'a client that attaches': async (world) => () => upgrade(relayOf(world, 'client'), world.apiKey.key),

  'a computer that is connected': async (world) => {
    const computer = new RelayComputer(relayOf(world, 'agent'), world.computer.credential, away)
    const closed = new Promise<number>((resolve) => computer.socket.on('close', resolve))
    onTestFinished(() => computer.socket.terminate())
    await once(computer.socket, 'open')
    computer.send(helloWith())
    await computer.next('welcome')
    return () => closed
  },

  'a computer that connects': async (world) => () => upgrade(relayOf(world, 'agent'), world.computer.credential),

  'a computer that reads a message': async ({ ask, computer, sessionId, messageId }) => {
    const path = relayContentPath(sessionId, messageId)
    const use = async () => (await ask('GET', path, { key: computer.credential })).status
    expect(await use()).toBe(200)
    return use
  },

  'a sign-in with a key': signingIn(({ apiKey }) => ({ apiKey: apiKey.key })),
  'a sign-in with a password': signingIn(({ subject, password }) => ({ email: subject.email, password })),
  'an invitation': signingIn(({ invited, password }) => ({ link: invited.token, newPassword: password })),
  'a link that resets a password': signingIn(({ forgetful }) => ({
    link: forgetful.token,
    newPassword: 'another long password',
  })),
  'a look at a link': signingIn(({ forgetful }) => ({ link: forgetful.token }), '/api/v0/sign-in-links/check'),

  'a sign-in through the provider': async ({ provider, node, person }) => {
    return async () => (await provider.signIn(node.address, person, away)).location ?? ''
  },
} satisfies Record<string, Way>

export type WayName = keyof typeof ways
