import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createAddressRule } from '../packages/server/src/run/webhooks/address-rule.ts'
import { sendWebhook } from '../packages/server/src/run/webhooks/send.ts'
import { packagesFolder } from '../scripts/packing/sources.ts'
import { makeCertificate } from './certificate.ts'
import { startProxy } from './connect-proxy.ts'
import { installNodes } from './node-versions.ts'
import { ownerKey, projectRoot, startServer, temporaryDataDir } from './running-server.ts'

const run = promisify(execFile)
let place: string
/** The command in a checkout, and the one that others install, on the Node that they have. */
const commands: Record<string, string[]> = {
  'in a checkout': [process.execPath, join(projectRoot, 'packages/cli/bin/muster.js')],
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'muster-network-'))
  await run(process.execPath, [join(projectRoot, 'scripts/packing/main.ts'), '--strict'])
  await run('tar', ['xzf', join(packagesFolder.path, 'muster-cli.tgz'), '-C', place])
  const { node22 } = await installNodes()
  commands['installed, on Node 22'] = [node22, join(place, 'package/bin/muster.js')]
}, 300_000)
afterAll(() => rm(place, { recursive: true, force: true }))

async function privateService() {
  const dataDir = await temporaryDataDir()
  const { cert, key } = await makeCertificate(dataDir)
  const server = await startServer({ MUSTER_DATA_DIR: dataDir, MUSTER_TLS_CERT: cert, MUSTER_TLS_KEY: key })
  return { server, cert, port: Number(new URL(server.address).port) }
}

/** What a command says with these variables, and nothing else of ours. */
async function say(command: readonly string[], words: readonly string[], env: Record<string, string>) {
  const [file = '', ...args] = command
  const home = await mkdtemp(join(place, 'home-'))
  const { PATH = '' } = process.env
  const all = { PATH, HOME: home, NODE_COMPILE_CACHE: join(place, 'compiled'), MUSTER_API_KEY: ownerKey, ...env }
  return run(file, [...args, ...words], { env: all }).then(
    ({ stdout, stderr }) => ({ stdout, stderr }),
    ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout, stderr }),
  )
}

describe.each(['in a checkout', 'installed, on Node 22'])('the command %s', (which) => {
  it('goes through the proxy of the environment, and trusts what the machine trusts', async () => {
    const { cert, port } = await privateService()
    const proxy = await startProxy(port)
    const words = ['whoami', '--json', '--url', 'https://www.muster.test']
    const command = commands[which] ?? []
    // On Linux, this variable says which certificates the system trusts.
    const known = { SSL_CERT_FILE: cert, SSL_CERT_DIR: place }
    const through = await say(command, words, { HTTPS_PROXY: proxy.url, ...known })
    expect(through.stderr).toBe('')
    expect(JSON.parse(through.stdout).user).toMatchObject({ role: 'owner' })
    expect(new Set(proxy.asked)).toEqual(new Set(['www.muster.test:443']))
    const past = await say(command, words, { HTTPS_PROXY: proxy.url, NO_PROXY: '.muster.test', ...known })
    expect(past.stderr).toContain('Could not reach https://www.muster.test')
    expect(past.stderr).toContain('HTTPS_PROXY')
    const own = await say(command, ['whoami', '--url', `https://localhost:${port}`], {
      HTTPS_PROXY: proxy.url,
      ...known,
    })
    expect(own).toMatchObject({ stdout: expect.stringContaining('owner'), stderr: '' })
    expect(new Set(proxy.asked)).toEqual(new Set(['www.muster.test:443']))
  })

  it('says what to do about a certificate of an unknown authority, and takes its file', async () => {
    const { cert, port } = await privateService()
    const words = ['whoami', '--url', `https://localhost:${port}`]
    const refused = await say(commands[which] ?? [], words, {})
    expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(
      'from an authority that this machine does not know. Install the certificate of that authority in the system, or name its file: NODE_EXTRA_CA_CERTS=',
    )
    const taken = await say(commands[which] ?? [], words, { NODE_EXTRA_CA_CERTS: cert })
    expect(taken).toMatchObject({ stdout: expect.stringContaining('owner'), stderr: '' })
  })
})

describe('the service', () => {
  it('reaches its OpenID provider through the proxy, and trusts what the machine trusts', async () => {
    const dataDir = await temporaryDataDir()
    const asked: string[] = []
    const provider = await tlsServer(dataDir, asked)
    const proxy = await startProxy(provider.port)
    const issuer = 'https://id.muster.test'
    const server = await startServer({
      MUSTER_DATA_DIR: dataDir,
      MUSTER_OIDC_ISSUER: issuer,
      MUSTER_OIDC_AUDIENCE: 'muster',
      HTTPS_PROXY: proxy.url,
      SSL_CERT_FILE: provider.cert,
      SSL_CERT_DIR: dataDir,
    })
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const token = `${part({ alg: 'RS256', typ: 'JWT' })}.${part({ iss: issuer, sub: 'a', aud: 'muster' })}.AAAA`
    const answer = await fetch(`${server.address}/api/v0/me`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(503)
    expect(proxy.asked[0]).toBe('id.muster.test:443')
    expect(asked[0]).toBe('GET /.well-known/openid-configuration')
  })

  it('sends webhooks through the proxy, and still none to a private address', async () => {
    const directory = await temporaryDataDir()
    const asked: string[] = []
    const receiver = await tlsServer(directory, asked)
    const before = tls.getCACertificates('default')
    tls.setDefaultCACertificates([...before, await readFile(receiver.cert, 'utf8')])
    onTestFinished(() => tls.setDefaultCACertificates(before))
    const proxy = await startProxy(receiver.port)
    vi.stubEnv('HTTPS_PROXY', proxy.url)
    vi.stubEnv('HTTP_PROXY', proxy.url)
    onTestFinished(() => void vi.unstubAllEnvs())
    const rule = createAddressRule([])
    // Only the proxy knows this name.
    expect(await sendWebhook(rule, 'https://hooks.muster.test/in', {}, '{}')).toMatchObject({ status: 404 })
    expect([proxy.asked, asked]).toEqual([['hooks.muster.test:443'], ['POST /in']])
    for (const url of ['https://localhost/in', 'https://127.0.0.1/in', 'https://[::1]/in', 'https://10.0.0.1/in']) {
      expect(await sendWebhook(rule, url, {}, '{}')).toEqual({ error: 'The URL leads to a private address.' })
    }
    expect(await sendWebhook(rule, 'http://hooks.muster.test/in', {}, '{}')).toEqual({
      error: 'The URL must begin with https://.',
    })
    expect(proxy.asked).toHaveLength(1)
  })
})

/** Answers 404, and keeps what it was asked for. */
async function tlsServer(directory: string, asked: string[]) {
  const files = join(directory, 'tls')
  await mkdir(files, { recursive: true })
  const { cert, key } = await makeCertificate(files)
  const server = createServer({ cert: await readFile(cert), key: await readFile(key) }, (request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { cert, port: (server.address() as AddressInfo).port }
}
