import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { openApiDocument } from '@muster/contract/openapi/document'
import { describe, expect, it, onTestFinished } from 'vitest'
import { muster, temporaryHome } from './run-muster.ts'

/** A title of the window, a cleared screen, a link, a colour, an 8-bit sequence, and a turned direction of writing. */
const escapes = '\u001b]0;owned\u0007\u001b[2J\u001b]8;;https://evil.example\u001b\\\u001b[31m\u009b2J\u202e\u2066\b\r'
const controls = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u

const id = '019cd6f1-5a3e-7b1c-9f00-2d4a6c8e1b35'
const { paths } = openApiDocument({ apiUrl: 'https://muster.test', appUrl: 'https://muster.test', version: '0' })

/** The example of the contract for this call, in which every text ends with escapes. */
function hostileAnswer(method: string, path: string): { status: number; body: unknown } {
  const found = Object.entries(paths).find(([template]) =>
    new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
  )?.[1] as
    | Record<string, { responses: Record<string, { content?: Record<string, { example?: unknown }> }> }>
    | undefined
  const answers = Object.entries(found?.[method.toLowerCase()]?.responses ?? {})
  const [status, answer] = answers.find(([code]) => code.startsWith('2')) ?? ['404', undefined]
  const example = answer?.content?.['application/json']?.example ?? { title: 'x', detail: 'x', code: 'x', status: 404 }
  return { status: Number(status), body: poisoned(example) }
}

function poisoned(value: unknown, key = ''): unknown {
  if (key === 'hasMore' || key === 'has_more') return false
  if (Array.isArray(value)) return value.map((part) => poisoned(part))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, poisoned(part, name)]))
  // Ids and times of a service that is lying are no texts that are shown.
  if (typeof value !== 'string' || /^[0-9a-f-]{36}$|^\d{4}-\d\d/.test(value) || key === 'type') return value
  return value + escapes
}

const lines = [
  'whoami',
  'stats',
  'analytics costs',
  'analytics work',
  'analytics adoption',
  'analytics me',
  'sessions list',
  `sessions get ${id}`,
  `messages list ${id}`,
  `messages get ${id} ${id}`,
  'computers list',
  `computers get ${id}`,
  'computers register build',
  'users list',
  'users invite ada@example.com',
  'users list -x',
  'keys list',
  'keys create mine',
  'webhooks list',
  'webhooks create https://example.com/x',
  `webhooks deliveries ${id}`,
  'limits list',
  'controls show',
  'controls history',
  'reports list',
  `reports get ${id}`,
  'audit',
  'usage --team',
  'api /api/v0/sessions',
  'api /api/v0/sessions --include',
  'api /nothing',
  'sessions get nothing-like-it',
]

async function homeOfFakeService(): Promise<Record<string, string>> {
  const server = createServer((request, response) => {
    const { status, body } = hostileAnswer(request.method ?? 'GET', new URL(request.url ?? '/', 'http://x').pathname)
    response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' })
    response.end(JSON.stringify(body))
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as { port: number }
  return { HOME: await temporaryHome(), MUSTER_API_URL: `http://127.0.0.1:${port}`, MUSTER_API_KEY: 'mst_x' }
}

describe('a service whose texts hold escape sequences', () => {
  it.each(lines)('controls no terminal: muster %s', async (line) => {
    const env = await homeOfFakeService()
    for (const args of [line.split(' '), [...line.split(' '), '--json']]) {
      const { stdout, stderr } = await muster(args, { env })
      expect(stdout + stderr).not.toBe('')
      expect([args, controls.exec(stdout + stderr)]).toEqual([args, null])
    }
  })
})

describe('files of others that hold escape sequences', () => {
  it('control no terminal by muster usage and import', async () => {
    const HOME = await temporaryHome()
    const folder = join(HOME, '.claude', 'projects', 'x')
    mkdirSync(folder, { recursive: true })
    const message = {
      id: 'm',
      role: 'assistant',
      model: `evil${escapes}`,
      usage: { input_tokens: 5, output_tokens: 7 },
    }
    const record = {
      type: 'assistant',
      sessionId: id,
      timestamp: '2026-11-01T10:00:00.000Z',
      cwd: `/x${escapes}`,
      requestId: 'r',
      message,
    }
    writeFileSync(join(folder, `${id}.jsonl`), `${JSON.stringify(record)}\n`)
    for (const args of ['', '--by model', '--by project', '--by session', '--json', '--statusline'].map((words) =>
      words.split(' '),
    )) {
      const { stdout, stderr } = await muster(['usage', ...args.filter(Boolean)], { env: { HOME } })
      expect(stdout + stderr).not.toBe('')
      expect([args, controls.exec(stdout + stderr)]).toEqual([args, null])
    }
  })

  it('control no terminal by what muster hooks lists', async () => {
    const HOME = await temporaryHome()
    mkdirSync(join(HOME, '.muster'))
    const hook = { type: 'command', command: `echo ${escapes}` }
    const settings = { hooks: { Stop: [{ matcher: `x${escapes}`, hooks: [hook] }], [`Odd${escapes}`]: [] } }
    writeFileSync(join(HOME, '.muster', 'settings.json'), JSON.stringify(settings))
    for (const args of [['list'], ['doctor'], ['list', '--json'], ['run', 'Stop']]) {
      const { stdout, stderr } = await muster(['hooks', ...args], { env: { HOME }, input: '{}' })
      expect([args, controls.exec(stdout + stderr)]).toEqual([args, null])
    }
  })
})
