import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nobodysUrl, stubServer } from '../../sdk/test/stub-server.ts'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { Failure } from '../src/command-line/failure.ts'
import { sendCheck } from '../src/connect/send-check.ts'
import { asPerson } from './as-owner.ts'
import { launcher } from './run-muster.ts'

const server = sharedTestServer()
const encodings = ['json', 'protobuf'] as const
const key = `mst_k1_${'s'.repeat(43)}`

/** How a check that must fail ends. */
async function failureOf(url: string, bearer = key, encoding: (typeof encodings)[number] = 'protobuf') {
  const failure = await sendCheck({ url, key: bearer }, encoding).catch((error: unknown) => error)
  if (!(failure instanceof Failure)) throw new Error(`It ended with ${String(failure)}.`)
  const { exitCode, message, hint } = failure
  expect(`${message} ${hint}`).not.toContain(bearer)
  expect(hint).toMatch(/[.?]$/)
  return { exitCode, message, hint }
}

describe.each(encodings)('a check in %s', (encoding) => {
  it('arrives with a key that may only send telemetry', async () => {
    const { acme, address } = server()
    const { key } = await acme.member.apiKeys.create({ name: 'narrow', scopes: ['telemetry:write'] })
    await sendCheck({ url: address, key }, encoding)
  })

  it('says what to do about a wrong key, a missing scope and a guest', async () => {
    const { address, acme } = server()
    expect(await failureOf(address, key, encoding)).toMatchObject({
      exitCode: 3,
      hint: expect.stringContaining('connect AGENT --write'),
    })
    const { key: reading } = await acme.owner.apiKeys.create({ name: 'reading', scopes: ['analytics:read'] })
    expect(await failureOf(address, reading, encoding)).toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(/ The API key lacks the scope telemetry:write\.$/),
      hint: expect.stringContaining('It lacks the scope'),
    })
    expect(await failureOf(address, acme.guest.key, encoding)).toMatchObject({
      exitCode: 4,
      hint: 'Guests send no telemetry. Ask an owner for another role.',
    })
  })

  it('does not follow a redirect', async () => {
    const { url, seen } = await stubServer([{ status: 307, headers: { location: 'https://muster.example.org/' } }])
    expect(await failureOf(url, key, encoding)).toMatchObject({
      message: expect.stringContaining('sends on to https://muster.example.org/'),
    })
    expect(seen).toMatchObject([{ method: 'POST', url: '/v1/logs', headers: { authorization: `Bearer ${key}` } }])
  })
})

describe('a check', () => {
  it.each([
    [{ status: 200, body: {} }, 7, 'did not recognise it'],
    [{ status: 404, body: 'nothing' }, 5, 'takes no telemetry (404)'],
    [{ status: 415, body: 'no' }, 1, 'A proxy may filter'],
    [{ status: 429, body: { message: 'Slow.' } }, 1, 'Try again in a moment'],
    [{ status: 503, body: { message: 'The store is away.' } }, 7, 'The store is away.'],
    [{ status: 403, body: 'denied' }, 4, 'a proxy refused it'],
    [{ hangUp: true }, 7, 'A firewall or a proxy'],
  ])('says what to do about %j', async (answer, exitCode, text) => {
    const { url } = await stubServer([answer])
    const failure = await failureOf(url)
    expect(failure.exitCode).toBe(exitCode)
    expect(`${failure.message} ${failure.hint}`).toContain(text)
  })

  it('says what to do about a wrong address', async () => {
    expect(await failureOf(nobodysUrl)).toMatchObject({ exitCode: 7, message: expect.stringContaining('Nothing') })
    const { host } = new URL(server().address)
    expect(await failureOf(`https://${host}`)).toMatchObject({ hint: 'Is it http:// instead of https://?' })
    expect(await failureOf('http://nowhere.invalid')).toMatchObject({
      exitCode: 7,
      message: 'There is no host called nowhere.invalid.',
    })
  })
})

describe('muster connect --watch', () => {
  it('ends with a line as soon as an event of this person is counted', async () => {
    const { member, manager } = server().acme
    const { env, call } = await asPerson(server(), member.key)
    const child = spawn(process.execPath, [launcher, 'connect', '--watch'], { env: { ...process.env, ...env } })
    onTestFinished(() => void child.kill())
    const said = text(child.stdout)
    await once(child.stderr, 'data')
    const event = { time: Date.now(), client: 'web', sessionId: 'watched' } as const
    const events = [
      { ...event, type: 'session_start' },
      { ...event, type: 'message', role: 'user' },
    ] as const
    await manager.telemetry.events({ events: [...events] })
    await member.telemetry.events({ events: [...events] })
    expect(await said).toMatch(/^Heard from you after \d+ s\. Today: 1 session, 1 message, 0 tokens, 0 tool calls\.\n$/)
    expect(await call(['connect', '--watch', '--check'])).toMatchObject({ code: 2 })
  })
})
