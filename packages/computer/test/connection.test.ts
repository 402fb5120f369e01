import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeCodes } from '@muster/contract/relay/close-codes'
import { relayProtocol } from '@muster/contract/relay/protocol'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeCertificate } from '../../../test/certificate.ts'
import { askedPauseMs, attemptsAfter, pauseBefore } from '../src/relay/pauses.ts'
import { Relay } from '../src/relay/relay.ts'
import { FakeRelay } from './fake-relay.ts'
import { spawnDaemon } from './spawn-daemon.ts'
import { badAgent, identityFor, startDaemon, temporaryHome } from './start-daemon.ts'

describe('a connection', () => {
  it('that breaks is made anew, and the turn goes on without a gap', async () => {
    const relay = await FakeRelay.start()
    await startDaemon(relay, temporaryHome())
    const sessionId = randomUUIDv7()
    const turnId = relay.prompt(sessionId, 'say One.\nask Go on?\nsay Two.')
    const permission = await relay.until(
      () => relay.updatesOf(turnId).flatMap((update) => (update.kind === 'permission' ? [update.permission] : []))[0],
    )
    relay.drop()
    await relay.until(() => relay.hellos.length === 2)
    expect(relay.hellos[0]).not.toHaveProperty('epoch')
    expect(relay.hellos[1]).toMatchObject({ epoch: 1, turns: [{ sessionId, turnId, state: 'prompted' }] })
    relay.send({ type: 'decided', sessionId, turnId, permissionId: permission.id, optionId: 'yes' })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    expect(relay.textOf(turnId).join(' ')).toMatch(/One\..*Thank you\. Two\./)
    expect(relay.faults).toEqual([])
  })

  it('that is away for longer than the lease stops the agent, whose end is told later', async () => {
    const relay = await FakeRelay.start()
    relay.leaseSeconds = 10
    const at = temporaryHome()
    const diary = join(at.home, 'diary')
    await startDaemon(relay, at, { preset: badAgent('ask', diary) })
    const beat = setInterval(() => relay.ping(), 20)
    onTestFinished(() => clearInterval(beat))
    const turnId = relay.prompt(randomUUIDv7(), 'Hello')
    await relay.until(() => relay.updatesOf(turnId).find(({ kind }) => kind === 'permission'))
    relay.refusesWith = 503
    relay.drop()
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + relay.leaseSeconds * 1000)
    onTestFinished(() => clock.mockRestore())
    await expect.poll(() => readFileSync(diary, 'utf8')).toContain('cancel')
    relay.refusesWith = undefined
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'failed' })
  })

  it.each(Object.entries(closeCodes).filter(([, { comeBack }]) => !comeBack))(
    'that is closed with %s is not made again, and people are told what to do',
    async (_name, { code, help }) => {
      const relay = await FakeRelay.start()
      const { daemon } = await startDaemon(relay, temporaryHome())
      relay.drop(code)
      expect(await daemon.ended).toEqual({ code, help })
      expect(relay.hellos).toHaveLength(1)
    },
  )

  it('whose credential is refused is not made again', async () => {
    const relay = await FakeRelay.start()
    const { daemon } = await startDaemon(relay, temporaryHome())
    relay.refusesWith = 401
    relay.drop()
    expect(await daemon.ended).toMatchObject({ help: closeCodes.unauthorized.help })
  })

  it('that is not admitted for now is made again, and people are told why', async () => {
    const relay = await FakeRelay.start()
    const { said } = await startDaemon(relay, temporaryHome())
    const { code, help } = closeCodes.not_allowed
    relay.refusesWith = 403
    relay.drop(code)
    await expect.poll(() => said).toEqual(expect.arrayContaining([help, `The service answered 403. ${help}`]))
    relay.refusesWith = undefined
    await relay.until(() => relay.hellos.length === 2)
  })

  it('reconnects at once, then after longer and longer pauses, up to half a minute', () => {
    expect(pauseBefore(1, () => 0.5)).toBe(0)
    expect([2, 3, 4, 20].map((attempt) => pauseBefore(attempt, () => 1))).toEqual([1000, 2000, 4000, 30_000])
    expect(pauseBefore(20, () => 0)).toBe(15_000)
  })

  it('that is cut after each welcome is made again after pauses', async () => {
    const relay = await FakeRelay.start()
    const { relayUrl: url, credential } = identityFor(relay)
    const daemon = { version: '1', hostname: 'h', platform: 'linux', agents: [], confinement: { available: false } }
    const paused = Promise.withResolvers<void>()
    const connection = new Relay({
      url,
      credential,
      env: {},
      hello: () => ({ type: 'hello', protocol: relayProtocol, daemon, turns: [] }),
      onWelcome: () => relay.drop(closeCodes.going_away.code),
      onFrame: () => {},
      onLeaseLost: () => {},
      onState: () => {},
      pauseFactor: 0.01,
      // Asked only for a pause that is one.
      random: () => {
        paused.resolve()
        return 0
      },
    })
    onTestFinished(() => connection.close())
    connection.start()
    await paused.promise
    // One that had held is made anew at once.
    expect([attemptsAfter(7, 10), attemptsAfter(7, 60_000)]).toEqual([7, 0])
  })

  it('that is refused for a while is made again after the pause that the service asks for', async () => {
    const relay = await FakeRelay.start()
    const { daemon, said } = await startDaemon(relay, temporaryHome(), { pauseFactor: 1 })
    const pauses = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => pauses.mockRestore())
    relay.refusesWith = 429
    relay.retryAfter = 40
    relay.drop()
    await expect.poll(() => said).toContain('The service answered 429.')
    expect(pauses.mock.calls.map(([, ms]) => ms)).toContain(40_000)
    await daemon.stop(0)
    expect([undefined, 'soon', '-1', '7', '99999'].map(askedPauseMs)).toEqual([0, 0, 0, 7_000, 300_000])
  })

  it('speaks TLS, through a proxy when the environment names one', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'muster-computer-tls-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const { cert, key } = await makeCertificate(directory)
    const relay = await FakeRelay.start(createHttpsServer({ cert: readFileSync(cert), key: readFileSync(key) }))
    const asked: string[] = []
    const proxy = createHttpServer().on('connect', (request, socket, head) => {
      asked.push(request.url ?? '')
      const upstream = connect(relay.port, '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        upstream.write(head)
        socket.pipe(upstream).pipe(socket)
      })
      for (const each of [socket, upstream]) each.on('error', () => each.destroy())
    })
    proxy.listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    onTestFinished(() => void proxy.close())
    const at = temporaryHome()
    const env = { NODE_EXTRA_CA_CERTS: cert, HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` }
    // Only the proxy knows this name: the machine's own addresses are never asked for there.
    const { relayUrl, ...identity } = identityFor(relay, 'wss')
    const elsewhere = { ...identity, relayUrl: relayUrl.replace('127.0.0.1', 'service.muster.test') }
    await spawnDaemon(relay, at, undefined, { identity: elsewhere }, env)
    expect(asked).toEqual([`service.muster.test:${relay.port}`])
    const turnId = relay.prompt(randomUUIDv7(), 'say Safe.')
    await relay.until(() => relay.endOf(turnId))
    expect(relay.textOf(turnId)).toContain('assistant: Safe.')
  })
})
