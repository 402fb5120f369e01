import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { installDebianPackage } from '../../server/src/testing/install-debian-package.ts'
import { findProgram } from '../src/agent/detect.ts'
import { enclosureFor } from '../src/managed/enclosure.ts'
import { managedPlace, writeEnvironment } from '../src/managed/managed-place.ts'
import { DomainProxy } from '../src/sandbox/domain-proxy.ts'
import { probeConfinement, probeOwnNetwork } from '../src/sandbox/probe.ts'
import { proxyFor } from '../src/sandbox/reach.ts'
import { FakeRelay } from './fake-relay.ts'
import { demoAgent, startDaemon, temporaryHome } from './start-daemon.ts'

/** Something in the world. */
let world: Server
const worldPort = () => (world.address() as AddressInfo).port
beforeAll(async () => {
  world = createServer((asked, answer) => void answer.end(`${asked.method} ${asked.url} of ${asked.headers.host}`))
  await once(world.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => world.close())

async function openProxy(domains: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const refused: string[] = []
  const onRefused = (host: string) => refused.push(host)
  const lookup = async (name: string) => [{ address: name === 'evil.test' ? '127.0.0.1' : '10.255.255.1' }]
  const proxy = await DomainProxy.open({ domains, env, onRefused, lookup })
  onTestFinished(() => proxy.close())
  return { proxy, refused }
}

async function get(socketPath: string, path: string): Promise<string> {
  const call = request({ socketPath, path, agent: false }).end()
  const [answer] = await once(call, 'response')
  return `${answer.statusCode} ${await text(answer)}`
}

/** What comes back through a tunnel for a request, or the refusal of it. */
async function tunnel(socketPath: string, target: string): Promise<string> {
  const socket = connect({ path: socketPath })
  socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`)
  const [first] = (await once(socket, 'data')) as [Buffer]
  if (!first.toString().startsWith('HTTP/1.1 200')) return first.toString() + (await text(socket))
  socket.write('GET /in HTTP/1.1\r\nhost: inside\r\nconnection: close\r\n\r\n')
  return text(socket)
}

describe('the proxy of an agent that may reach single domains', () => {
  it('lets requests and tunnels to them through', async () => {
    const { proxy } = await openProxy(['127.0.0.1'])
    const at = `127.0.0.1:${worldPort()}`
    expect(await get(proxy.socket, `http://${at}/a?b`)).toBe(`200 GET /a?b of ${at}`)
    expect(await tunnel(proxy.socket, at)).toContain('GET /in of inside')
  })

  it('refuses all others, says why, and reports each once', async () => {
    const { proxy, refused } = await openProxy(['127.0.0.1'])
    const why = 'The organization does not let agents reach localhost.'
    const target = `localhost:${worldPort()}`
    expect(await tunnel(proxy.socket, target)).toMatch(/^HTTP\/1.1 403 Forbidden/)
    expect(await tunnel(proxy.socket, target)).toContain(why)
    expect(await get(proxy.socket, `http://${target}/`)).toBe(`403 ${why}\n`)
    expect(await get(proxy.socket, '/not-a-proxy-request')).toMatch(/^403/)
    expect(refused).toEqual(['localhost'])
  })

  it('does not follow a listed name to the computer itself', async () => {
    const { proxy } = await openProxy(['*.test', 'evil.test'])
    expect(await tunnel(proxy.socket, `evil.test:${worldPort()}`)).toContain('evil.test leads to the computer itself')
  })

  it('goes through the proxy that the computer itself needs', async () => {
    const upstream = createServer()
    const seen: unknown[] = []
    upstream.on('connect', (asked, near: Socket) => {
      seen.push([asked.url, asked.headers['proxy-authorization']])
      near.write('HTTP/1.1 200 OK\r\n\r\n')
      near.pipe(connect(worldPort(), '127.0.0.1')).pipe(near)
    })
    await once(upstream.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void upstream.close())
    const { port } = upstream.address() as AddressInfo
    const { proxy } = await openProxy(['model.test'], { HTTPS_PROXY: `http://me:word@127.0.0.1:${port}` })
    expect(await tunnel(proxy.socket, 'model.test:443')).toContain('GET /in of inside')
    expect(seen).toEqual([['model.test:443', `Basic ${Buffer.from('me:word').toString('base64')}`]])
    expect(proxyFor('git.corp.test', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a.test,.corp.test' })).toBeUndefined()
    expect(proxyFor('corp.test.net', { HTTPS_PROXY: 'http://p:1', NO_PROXY: 'corp.test' })?.host).toBe('p:1')
  })
})

describe('an agent that may reach single domains', () => {
  let isPossible = false
  beforeAll(async () => {
    if (findProgram('bwrap', process.env) === undefined) await installDebianPackage('bubblewrap')
    isPossible = (await probeOwnNetwork(process.env)).available
  })

  it.for(['joined', 'managed'])(
    'of a %s computer reaches nothing else, and people are told',
    async (kind, { skip }) => {
      if (!isPossible) return skip('bubblewrap gives no network of its own on this machine')
      const relay = await FakeRelay.start()
      const at = temporaryHome()
      const place = managedPlace(join(dirname(at.home), 'managed', 'one'))
      writeEnvironment(place)
      const enclosure = kind === 'managed' ? enclosureFor(place, demoAgent(), process.env) : undefined
      relay.policy = { sandbox: { enabled: true, network: { allowedDomains: ['127.0.0.1'] } } }
      await startDaemon(relay, at, { enclosure })
      writeFileSync(join(at.folder, 'ask.mjs'), askThroughProxy)
      const run = `run ${process.execPath} ask.mjs`
      const prompt = [
        `${run} proxy http://127.0.0.1:${worldPort()}/wanted`,
        `${run} proxy http://other.test/unwanted`,
        `${run} direct http://127.0.0.1:${worldPort()}/direct`,
      ].join('\n')
      const turnId = relay.prompt(randomUUIDv7(), prompt, { autonomyLevel: 'high' })
      expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
      const said = relay.textOf(turnId).join('\n')
      expect(said).toContain('GET /wanted of')
      expect(said).toContain('The organization does not let agents reach other.test.')
      expect(said).toContain('The agent wanted to reach other.test, which is not in sandbox.network.allowedDomains')
      expect(said).toContain('ECONNREFUSED')
      expect(said).not.toContain('GET /direct')
    },
  )

  it('is refused where bubblewrap gives it no network of its own', async ({ skip }) => {
    if (!(await probeConfinement(process.env)).available) return skip('bubblewrap does not work on this machine')
    const relay = await FakeRelay.start()
    const at = temporaryHome()
    const bin = join(dirname(at.home), 'bin')
    mkdirSync(bin)
    const real = findProgram('bwrap', process.env)
    const refuses = `case "$*" in *--unshare-net*) echo "bwrap: loopback: Failed" >&2; exit 1;; esac`
    writeFileSync(join(bin, 'bwrap'), `#!/bin/sh\n${refuses}\nexec ${real} "$@"\n`)
    chmodSync(join(bin, 'bwrap'), 0o755)
    relay.policy = { sandbox: { enabled: true, network: { allowedDomains: ['example.org'] } } }
    await startDaemon(relay, at, { env: { PATH: `${bin}:${process.env.PATH}`, HOME: at.home } })
    const turnId = relay.prompt(randomUUIDv7(), 'say Hello.')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining('single domains only, which this computer cannot enforce. bubblewrap does not'),
    })
  })

  it('leaves nothing of its way out behind', async () => {
    const { proxy } = await openProxy([])
    const socket = connect({ path: proxy.socket })
    await once(socket, 'connect')
    proxy.close()
    await once(socket, 'close')
    expect(existsSync(dirname(proxy.socket))).toBe(false)
  })
})

const askThroughProxy = `
import { request } from 'node:http'
const [, , way, target] = process.argv
const { hostname, port } = new URL(way === 'proxy' ? process.env.HTTPS_PROXY : target)
const call = request({ host: hostname, port, path: way === 'proxy' ? target : '/', agent: false }, (answer) => answer.pipe(process.stdout))
call.on('error', (error) => console.log(error.code)).end()
`
