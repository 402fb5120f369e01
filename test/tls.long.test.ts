import { once } from 'node:events'
import { readFile, rename } from 'node:fs/promises'
import { request } from 'node:https'
import { connect, type PeerCertificate, type TLSSocket } from 'node:tls'
import pino from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readTlsFiles, watchTlsFiles } from '../packages/server/src/ground/platform/tls-files.ts'
import { makeCertificate } from './certificate.ts'
import { launch, ownerKey, startServer, temporaryDataDir } from './running-server.ts'

async function startWithTls() {
  const dataDir = await temporaryDataDir()
  const { cert, key } = await makeCertificate(dataDir)
  const server = await startServer({ MUSTER_DATA_DIR: dataDir, MUSTER_TLS_CERT: cert, MUSTER_TLS_KEY: key })
  return { server, ca: await readFile(cert) }
}

/** The status and body of a GET, by a client that trusts this certificate only. */
async function get(url: string, ca: Buffer): Promise<{ status: number | undefined; body: string }> {
  const asked = request(url, { ca, headers: { authorization: `Bearer ${ownerKey}` } }).end()
  const [response] = await once(asked, 'response')
  let body = ''
  for await (const text of response.setEncoding('utf8')) body += text
  return { status: response.statusCode, body }
}

describe('MUSTER_TLS_CERT and MUSTER_TLS_KEY', () => {
  it('serve https, and name it in the address', async () => {
    const { server, ca } = await startWithTls()
    expect(server.address).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    const { status, body } = await get(`${server.address}/api/v0/me`, ca)
    expect({ status, role: JSON.parse(body).user.role }).toEqual({ status: 200, role: 'owner' })
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  it('answer http on the https port with a sentence that says what to do', async () => {
    const { server } = await startWithTls()
    const answer = await fetch(`${server.address.replace('https', 'http')}/healthz`)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ detail: 'This port speaks https: begin the address with https://' })
  })

  it('are refused before anything is made when they are not a pair, or not there', async () => {
    const dataDir = await temporaryDataDir()
    const one = await makeCertificate(dataDir, 'one')
    const other = await makeCertificate(dataDir, 'other')
    const mixed = launch({ MUSTER_DATA_DIR: `${dataDir}/new`, MUSTER_TLS_CERT: one.cert, MUSTER_TLS_KEY: other.key })
    expect(await mixed.ended).toBe(1)
    expect(mixed.errors()).toMatch(/^The key in .*other\.key does not belong to the certificate in .*one\.pem\. Set /)
    const absent = launch({ MUSTER_DATA_DIR: `${dataDir}/new`, MUSTER_TLS_CERT: '/no/cert', MUSTER_TLS_KEY: one.key })
    expect(await absent.ended).toBe(1)
    expect(absent.errors()).toMatch(/^MUSTER_TLS_CERT names a file that cannot be read \(ENOENT.*\)\.\n$/)
    await expect(readFile(`${dataDir}/new`)).rejects.toThrow('ENOENT')
  })

  it('are read again when the files are replaced, unless the new ones cannot be used', async () => {
    const directory = await temporaryDataDir()
    const paths = await makeCertificate(directory)
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
    const seen: Buffer[] = []
    const watcher = watchTlsFiles(paths, log, (files) => seen.push(files.cert), 5)
    onTestFinished(() => watcher.close())
    const next = await makeCertificate(directory, 'next')
    await rename(next.cert, paths.cert)
    await expect.poll(() => lines.join(), { interval: 5 }).toContain('the old one stays')
    expect(seen).toEqual([])
    await rename(next.key, paths.key)
    await expect.poll(() => seen.length, { interval: 5 }).toBeGreaterThan(0)
    expect(seen.at(-1)).toEqual(readTlsFiles(paths).cert)
  })
})

describe('without them', () => {
  it('https on the http port is logged for the operator', async () => {
    const server = await startServer({ MUSTER_DATA_DIR: await temporaryDataDir() })
    const { port } = new URL(server.address)
    const client: TLSSocket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false })
    await once(client, 'error')
    expect(client.getPeerCertificate() as Partial<PeerCertificate> | null).not.toHaveProperty('subject')
    await expect.poll(server.errors).toContain('a client spoke https to this port')
  })
})
