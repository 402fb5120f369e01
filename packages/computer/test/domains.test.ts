import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findProgram } from '../src/agent/detect.ts'
import { enclosureFor } from '../src/managed/enclosure.ts'
import { managedPlace, writeEnvironment } from '../src/managed/managed-place.ts'
import { DomainProxy } from '../src/sandbox/domain-proxy.ts'
import { proxyFor } from '../src/sandbox/reach.ts'
import { FakeRelay } from './fake-relay.ts'
import { needBubblewrap } from './need-bubblewrap.ts'
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
  const lookup = async () => [{ address: '127.0.0.1' }]
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

  it.each([
    ['*', '127.0.0.1', false],
    ['*', 'localhost', false],
    ['*', 'evil.test', false],
    ['*', '2130706433', false],
    ['*', '169.254.169.254', false],
    ['127.0.0.1', '127.0.0.1', true],
    ['localhost:PORT', 'localhost', true],
    ['localhost:1', 'localhost', false],
  ])('whose rules list all names (*) and %s lets %s through: %s', async (listed, host, isReached) => {
    const { proxy } = await openProxy(['*', listed.replace('PORT', `${worldPort()}`)])
    const said = await tunnel(proxy.socket, `${host}:${worldPort()}`)
    expect(said).toContain(isReached ? 'GET /in of inside' : 'leads to the computer itself')
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

describe('a confined agent', () => {
  beforeAll(needBubblewrap)

  /** What a script says that asks by proxy or directly: words of the way and the address for each. */
  async function ask(kind: 'joined' | 'managed', network: object, asked: readonly string[]): Promise<string> {
    const relay = await FakeRelay.start()
    const at = temporaryHome()
    const place = managedPlace(join(dirname(at.home), 'managed', 'one'))
    writeEnvironment(place)
    const enclosure = kind === 'managed' ? enclosureFor(place, demoAgent(), process.env) : undefined
    relay.policy = { sandbox: { enabled: kind === 'joined' || Object.keys(network).length > 0, network } }
    await startDaemon(relay, at, { enclosure })
    writeFileSync(join(at.folder, 'ask.mjs'), askThroughProxy)
    const prompt = asked.map((each) => `run ${process.execPath} ask.mjs ${each}`).join('\n')
    const turnId = relay.prompt(randomUUIDv7(), prompt, { autonomyLevel: 'high' })
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({ outcome: 'completed' })
    return relay.textOf(turnId).join('\n')
  }

  const kinds = ['joined', 'managed'] as const

  it.each(kinds)(
    'of a %s computer reaches what its rules list, and people are told what else it wanted',
    async (kind) => {
      const said = await ask(kind, { allowedDomains: ['127.0.0.1'] }, [
        `proxy http://127.0.0.1:${worldPort()}/wanted`,
        'proxy http://other.test/unwanted',
      ])
      expect(said).toContain('GET /wanted of')
      expect(said).toContain('The organization does not let agents reach other.test.')
      expect(said).toContain('The agent wanted to reach other.test, which is not in sandbox.network.allowedDomains')
    },
  )

  it.each(kinds)(
    'of a %s computer finds a listed port of the machine on its own loopback, and no other',
    async (kind) => {
      const other = createServer((_asked, answer) => void answer.end('another port'))
      await once(other.listen(0, '127.0.0.1'), 'listening')
      onTestFinished(() => void other.close())
      const said = await ask(kind, { allowedDomains: ['*', `localhost:${worldPort()}`] }, [
        `direct http://127.0.0.1:${worldPort()}/`,
        `direct http://127.0.0.1:${(other.address() as AddressInfo).port}/`,
      ])
      expect(said).toContain(`GET / of 127.0.0.1:${worldPort()}`)
      expect(said).toContain('ECONNREFUSED')
      expect(said).not.toContain('another port')
    },
  )

  it.each(kinds)('of a %s computer reaches no port of the machine by itself', async (kind) => {
    const said = await ask(kind, {}, [
      `direct http://127.0.0.1:${worldPort()}/`,
      `proxy http://127.0.0.1:${worldPort()}/`,
    ])
    expect(said).toContain('ECONNREFUSED')
    expect(said).toContain('leads to the computer itself')
    expect(said).not.toContain('GET /')
  })

  it('is in the network of the machine if the rules let it listen there, which those of a shared machine cannot', async () => {
    const asked = [`direct http://127.0.0.1:${worldPort()}/here`]
    expect(await ask('joined', { allowLocalBinding: true }, asked)).toContain('GET / of 127.0.0.1')
    expect(await ask('managed', { allowLocalBinding: true }, asked)).toContain('ECONNREFUSED')
  })

  it.each([
    [
      'gives it no network of its own',
      '*--unshare-net*',
      'bwrap: loopback: Failed',
      'bubblewrap does not work here: bwrap: loopback',
    ],
    [
      'may make no users',
      '*--unshare-user*',
      'bwrap: setting up uid map: Permission denied',
      'bubblewrap does not work here: bwrap: setting up uid map: Permission denied It needs user namespaces',
    ],
    [
      'is too old',
      '*--disable-userns*',
      'bwrap: Unknown option --disable-userns',
      'bubblewrap is too old: it must be 0.8',
    ],
  ])('is refused where bubblewrap %s', async (_what, words, says, reason) => {
    const relay = await FakeRelay.start()
    const at = temporaryHome()
    const bin = join(dirname(at.home), 'bin')
    mkdirSync(bin)
    const real = findProgram('bwrap', process.env)
    const refuses = `case "$*" in ${words}) echo "${says}" >&2; exit 1;; esac`
    writeFileSync(join(bin, 'bwrap'), `#!/bin/sh\n${refuses}\nexec ${real} "$@"\n`)
    chmodSync(join(bin, 'bwrap'), 0o755)
    relay.policy = { sandbox: { enabled: true } }
    await startDaemon(relay, at, { env: { PATH: `${bin}:${process.env.PATH}`, HOME: at.home } })
    const turnId = relay.prompt(randomUUIDv7(), 'say Hello.')
    expect(await relay.until(() => relay.endOf(turnId))).toMatchObject({
      outcome: 'failed',
      error: expect.stringContaining(`The organization demands that agents are confined. ${reason}`),
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
