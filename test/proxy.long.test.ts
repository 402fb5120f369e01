import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { Client, credentials, Metadata } from '@grpc/grpc-js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { needProgram } from '../packages/server/src/testing/need-program.ts'
import { ownerKey, projectRoot, startServer, temporaryDataDir } from './running-server.ts'

const run = promisify(execFile)
const binary = await needProgram('nginx', 'nginx-light')

interface Ports {
  readonly http: number
  readonly grpc: number
}

/** Starts nginx with the configuration that the project ships; only names of files and ports are put in. */
async function startProxy({ http, grpc }: Ports) {
  const directory = await mkdtemp(join(tmpdir(), 'muster-proxy-'))
  const [certificate, key] = [join(directory, 'cert.pem'), join(directory, 'key.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ])
  const port = await freePort()
  const shipped = readFileSync(join(projectRoot, 'deploy/nginx/muster.conf'), 'utf8')
    .replace('127.0.0.1:4000', `127.0.0.1:${http}`)
    .replace('127.0.0.1:4317', `127.0.0.1:${grpc}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('/etc/ssl/muster/fullchain.pem', certificate)
    .replace('/etc/ssl/muster/privkey.pem', key)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory};`,
  )
  const whole = `daemon off; pid ${directory}/pid; error_log stderr; user root;
    events {} http { access_log off; ${temporary.join(' ')} ${shipped} }`
  const file = join(directory, 'nginx.conf')
  await writeFile(file, whole)
  const child = spawn(binary, ['-c', file, '-p', directory], { stdio: ['ignore', 'ignore', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await rm(directory, { recursive: true, force: true })
  })
  const ca = readFileSync(certificate)
  await expect
    .poll(() =>
      call(port, ca, '/healthz').then(
        ({ status }) => status,
        () => errors,
      ),
    )
    .toBe(200)
  return { port, ca }
}

async function call(port: number, ca: Buffer, path: string, headers: Record<string, string> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; body: string }>()
  const options = { host: 'localhost', family: 4, port, ca, path, headers }
  const sent = request(options, (answer) => {
    text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject)
  })
  sent.on('error', reject).end()
  return promise
}

describe('behind the nginx that the project describes', () => {
  it('serves HTTP and gRPC over TLS, and believes the proxy alone about the caller’s address', async () => {
    const grpc = await freePort()
    const server = await startServer({
      MUSTER_DATA_DIR: await temporaryDataDir(),
      MUSTER_TRUST_PROXY: '1',
      MUSTER_OTLP_GRPC_PORT: String(grpc),
    })
    const { port, ca } = await startProxy({ http: Number(new URL(server.address).port), grpc })
    const headers = { authorization: `Bearer ${ownerKey}`, 'x-forwarded-for': '203.0.113.9' }
    const me = await call(port, ca, '/api/v0/me', headers)
    expect(JSON.parse(me.body)).toMatchObject({ user: { role: 'owner' } })

    // The organization admits this machine only: a caller who claims to be elsewhere, or here, changes nothing by it.
    const { settings, revision } = await server.owner.controls.get()
    const changed = { ...settings, networkPolicy: { allowedIps: ['127.0.0.1'] } }
    await server.owner.controls.replace(changed, { headers: { 'If-Match': String(revision) } })
    expect((await call(port, ca, '/api/v0/me', headers)).status).toBe(200)

    const client = new Client(`localhost:${port}`, credentials.createSsl(ca))
    onTestFinished(() => client.close())
    const metadata = new Metadata()
    metadata.set('authorization', `Bearer ${ownerKey}`)
    const asIs = (bytes: Buffer) => bytes
    const path = '/opentelemetry.proto.collector.logs.v1.LogsService/Export'
    const answer = await new Promise((resolve, reject) => {
      client.makeUnaryRequest(path, asIs, asIs, Buffer.alloc(0), metadata, (error, bytes) =>
        error ? reject(error) : resolve(bytes),
      )
    })
    expect(answer).toEqual(Buffer.alloc(0))
  })
})
