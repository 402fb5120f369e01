import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { roles } from '@muster/contract/enumerations'
import { maxAnswerLength } from '@muster/mcp/create-server'
import { tools } from '@muster/mcp/tools'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { inTmux } from './in-tmux.ts'
import { launcher, muster, temporaryHome } from './run-muster.ts'

const server = sharedTestServer()

const ways = {
  stdio: async (key: string): Promise<Transport> => {
    const env = { PATH: process.env.PATH ?? '', HOME: await temporaryHome(), MUSTER_API_KEY: key }
    const args = [launcher, 'mcp', '--url', server().address]
    return new StdioClientTransport({ command: process.execPath, args, env })
  },
  http: async (key: string): Promise<Transport> => {
    const requestInit = { headers: { authorization: `Bearer ${key}` } }
    return new StreamableHTTPClientTransport(new URL(`${server().address}/mcp`), { requestInit })
  },
}

async function agent(way: keyof typeof ways, key: string) {
  return agentOver(await ways[way](key))
}

/** As an agent does it, with the client of the protocol's own library. */
async function agentOver(transport: Transport) {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const ask = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: input })
    const [{ text = '' } = {}] = content as { text?: string }[]
    return { text, isError: isError === true }
  }
  const get = async (name: string, input?: Record<string, unknown>) => {
    const { text, isError } = await ask(name, input)
    expect(isError, text).toBe(false)
    return JSON.parse(text)
  }
  return { client, ask, get }
}

const range = { startDate: '2026-01-14', endDate: '2026-01-15' }

describe.each(['stdio', 'http'] as const)('an agent over %s', (way) => {
  it('finds all tools, and works in a session', async () => {
    const { member } = server().acme
    const { client, get } = await agent(way, member.key)
    const listed = await client.listTools()
    expect(listed.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name))
    expect(listed.tools[0]).toMatchObject({ inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } })
    const { name } = await member.computers.register({ name: `laptop ${way}` })
    const { sessionId } = await get('create_session', { computer: name, text: 'Say hello.' })
    await get('post_message', { sessionId, text: 'And good-bye.' })
    const { messages } = await get('read_messages', { sessionId })
    expect(JSON.stringify(messages)).toContain('And good-bye.')
    expect(await get('wait_for_session', { sessionId, seconds: 1 })).toMatchObject({ sessionId })
    expect((await get('list_sessions', { limit: 1 })).sessions).toMatchObject([{ sessionId }])
    expect((await get('my_usage')).month).toHaveProperty('credits_used')
    expect(await get('readiness_repositories')).toMatchObject({ repositories: [] })
  })

  it.each(roles)('has the rights of a %s', async (role) => {
    const { ask } = await agent(way, server().acme[role].key)
    const leads = role === 'owner' || role === 'manager'
    for (const report of ['costs', 'tokens']) {
      const answer = await ask('analytics', { report, ...range })
      expect(answer, answer.text).toMatchObject({ isError: !leads })
      if (!leads) expect(answer.text).toContain('role_not_allowed')
    }
    for (const name of ['my_usage', 'list_computers', 'list_sessions']) {
      expect(await ask(name)).toMatchObject({ isError: role === 'guest' })
    }
    expect(await ask('readiness_repositories')).toMatchObject({ isError: false })
  })

  it('gets a sentence about what is wrong, and no answer that fills its context', async () => {
    const { member, manager } = server().acme
    const { ask } = await agent(way, member.key)
    const computer = await manager.computers.register({ name: `of the manager ${way}` })
    const { sessionId } = await manager.sessions.create({ computerId: computer.id })
    expect(await ask('read_messages', { sessionId })).toMatchObject({
      isError: true,
      text: expect.stringContaining('404'),
    })
    expect((await ask('wait_for_session', { sessionId, seconds: 600 })).text).toMatch(
      /^The arguments do not fit: seconds/,
    )
    expect((await ask('list_sessions', { limit: 5, all: true })).isError).toBe(true)
    expect((await ask('no_such_tool')).text).toContain('There is no tool no_such_tool.')
    const own = await member.computers.register({ name: `own ${way}` })
    const long = await member.sessions.create({ computerId: own.id })
    await member.messages.post({ sessionId: long.sessionId, text: 'x'.repeat(maxAnswerLength) })
    const { text } = await ask('read_messages', { sessionId: long.sessionId })
    expect(text.length).toBeLessThan(maxAnswerLength + 200)
    expect(text).toMatch(/\[Cut after 60000 of \d+ characters\. Ask for fewer days, or a smaller limit\.\]$/)
  })
})

describe('POST /mcp', () => {
  it('refuses invalid keys and messages, and offers no stream to listen to', async () => {
    const { raw, acme } = server()
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' }
    expect(await raw('POST', '/mcp', { key: 'mst_wrong', json: message })).toMatchObject({ status: 401 })
    expect(await raw('POST', '/mcp', { key: acme.member.key, json: { ...message, jsonrpc: '1.0' } })).toMatchObject({
      status: 400,
    })
    expect(await raw('GET', '/mcp', { key: acme.member.key })).toMatchObject({ status: 405 })
    expect(await raw('POST', '/mcp', { key: acme.member.key, json: message })).toMatchObject({
      status: 200,
      json: { jsonrpc: '2.0', id: 1, result: {} },
    })
  })

  it('records the change of a tool in the audit log, as a change of the caller in that request', async () => {
    const { raw, acme } = server()
    const { id: computer } = await acme.member.computers.register({ name: 'written down' })
    const params = { name: 'create_session', arguments: { computer } }
    const headers = { 'x-request-id': 'asked-over-mcp' }
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    await raw('POST', '/mcp', { key: acme.member.key, json, headers })
    const { entries } = await acme.owner.audit.list({ limit: 1 })
    expect(entries).toMatchObject([
      {
        action: 'session.create',
        requestId: 'asked-over-mcp',
        address: '127.0.0.1',
        actor: { email: acme.member.email },
      },
    ])
  })

  it('counts a message once, with the call that its tool makes', async () => {
    const { raw, acme } = server()
    const ask = async (method: string, params = {}) => {
      const json = { jsonrpc: '2.0', id: 1, method, params }
      const { status, headers } = await raw('POST', '/mcp', { key: acme.member.key, json })
      expect(status).toBe(200)
      return Number(headers.get('ratelimit-remaining'))
    }
    const before = await ask('ping')
    expect(await ask('tools/call', { name: 'my_usage', arguments: {} })).toBe(before - 1)
    expect(await ask('ping')).toBe(before - 2)
  })

  it('gives a key with scopes only what they allow', async () => {
    const { owner } = server().acme
    const { key = '' } = await owner.apiKeys.create({ name: 'narrow', scopes: ['readiness:read'] })
    const { ask } = await agent('http', key)
    expect(await ask('readiness_repositories')).toMatchObject({ isError: false })
    expect((await ask('list_sessions')).text).toContain('scope_not_allowed')
  })
})

describe('muster mcp', () => {
  it('starts when nobody is logged in: its tools say what to do, and work as soon as somebody did', async () => {
    const env = { PATH: process.env.PATH ?? '', HOME: await temporaryHome(), MUSTER_API_URL: server().address }
    const { client, ask } = await agentOver(
      new StdioClientTransport({ command: process.execPath, args: [launcher, 'mcp'], env }),
    )
    expect((await client.listTools()).tools).toHaveLength(tools.length)
    expect(await ask('list_computers')).toEqual({
      isError: true,
      text: `You are not logged in to ${server().address}. Log in with \`muster login --url ${server().address}\`, or set MUSTER_API_KEY.`,
    })
    expect(await muster(['login'], { env, input: server().acme.member.key })).toMatchObject({ code: 0 })
    expect(await ask('list_computers')).toMatchObject({ isError: false })
  })

  it('tells a person who starts it by hand what it waits for', async () => {
    await inTmux(['mcp'], { HOME: await temporaryHome() }).shows('Waiting for an agent to ask.')
  })

  it('ends with its input', async () => {
    const env = { HOME: await temporaryHome(), MUSTER_API_KEY: server().acme.member.key }
    expect(await muster(['mcp', '--url', server().address], { env })).toMatchObject({ code: 0, stdout: '' })
  })
})
