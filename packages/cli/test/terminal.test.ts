import { describe, expect, it } from 'vitest'
import { stubServer } from '../../sdk/test/stub-server.ts'
import { launcher, type RunOptions, run, temporaryHome } from './run-muster.ts'

const session = {
  sessionId: '01a1dcf5-fa9b-7e4f-af44-74b8e553e9e0',
  status: 'running',
  messageCount: 12_345,
  createdAt: Date.now() - 3 * 3_600_000,
  updatedAt: Date.now() - 125_000,
  title: 'A title \u001b[31mthat\u001b[0m is much too long for a narrow terminal, 日本語 and all',
}
const me = { user: { email: 'ada@example.org', role: 'owner' }, organization: { name: 'Acme' } }
const page = { sessions: [session], pagination: { hasMore: false, nextCursor: null } }

/** Runs a command in a terminal of its own. */
async function inTerminal(columns: number, args: string, { env, answer }: RunOptions = {}, list: object = page) {
  const { url } = await stubServer(({ url }) => ({ body: url.endsWith('/me') ? me : list }))
  const command = `stty cols ${columns}; ${process.execPath} ${launcher} ${args}`
  const { stdout } = await run('script', ['-qec', command, '/dev/null'], {
    env: { HOME: await temporaryHome(), MUSTER_API_URL: url, MUSTER_API_KEY: 'k', TERM: 'xterm', ...env },
    ...(answer && { answer }),
  })
  return stdout.replaceAll('\r\n', '\n').trimEnd()
}

describe('on a terminal', () => {
  it('cuts a table to its width and colours it', async () => {
    const [header = '', row = ''] = (await inTerminal(80, 'sessions list')).split('\n')
    expect(header).toContain('\u001b[2mID\u001b[22m')
    expect(row).toContain('\u001b[32mrunning\u001b[39m')
    expect(row).not.toContain('\u001b[31m')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for.
    const plain = row.replaceAll(/\u001b\[\d+m/g, '')
    expect(plain).toBe('01a1dcf5-fa9b-7e4f-af44-74b8e553e9e0  running  A title that is much…   2 min ago')
  })

  it('wraps an error at its width, whatever the colours take', async () => {
    const lines = (await inTerminal(80, 'connect')).split('\n')
    expect(lines[0]).toBe(
      '\u001b[31mError:\u001b[39m Say which agent: claude-code, codex, gemini-cli, qwen-code, copilot,',
    )
  })

  it('shows more in a wider one', async () => {
    const [header = '', row = ''] = (await inTerminal(130, 'sessions list', { env: { NO_COLOR: '1' } })).split('\n')
    expect(header).toMatch(/^ID +STATUS +TITLE +MSGS +COST +MODEL +UPDATED +COMPUTER +USER$/)
    expect(row).toMatch(
      /^01a1\S+ {2}running {2}A title that is much .+… {2}12,345 {2}unknown {2}- {6}2 min ago {2}- {9}-$/,
    )
    expect(row.length).toBeLessThanOrEqual(130)
  })

  it('draws how much of each credit limit is used, and warns where little or nothing is left', async () => {
    const users = [
      { email: 'ada@example.org', limit: 1_000_000, used: 500_000 },
      { email: 'alan@example.org', limit: 1_000_000, used: 998_999 },
      { email: 'grace@example.org', limit: 1_000, used: 1_250 },
      { email: 'edsger@example.org', limit: 0, used: 0 },
    ]
    const list = { users, pagination: page.pagination }
    const plain = (await inTerminal(100, 'limits list', { env: { NO_COLOR: '1' } }, list)).split('\n')
    expect(plain).toEqual([
      'E-MAIL                  LIMIT     USED     LEFT  THIS MONTH',
      'ada@example.org     1,000,000  500,000  500,000  ████████░░░░░░░░ 50 %',
      'alan@example.org    1,000,000  998,999    1,001  ████████████████ 99 %',
      'grace@example.org       1,000    1,250        0  ████████████████ 125 %',
      'edsger@example.org          0        0        0  ████████████████ 100 %',
    ])
    const [, half = '', near = '', over = ''] = (await inTerminal(100, 'limits list', {}, list)).split('\n')
    expect(half).not.toContain('\u001b')
    expect(near).toContain('\u001b[33m998,999\u001b[39m')
    expect(over).toContain('\u001b[31m1,250\u001b[39m')
  })

  it('has no colours with NO_COLOR', async () => {
    expect(await inTerminal(80, 'sessions list', { env: { NO_COLOR: '1' } })).not.toContain('\u001b')
    expect(await inTerminal(80, 'nonsense', { env: { NO_COLOR: '1' } })).not.toContain('\u001b')
  })

  it('asks before something is lost, and treats an empty answer as no', async () => {
    const id = '00000000-0000-4000-8000-00000000abcd'
    const shown = await inTerminal(80, `sessions delete ${id} < /dev/null; echo code $?`)
    expect(shown).toContain('Add --yes to go ahead.')
    expect(shown).toContain('code 2')
    const answered = await inTerminal(80, `sessions delete ${id}; echo code $?`, { answer: ['[y/N]', '\r'] })
    expect(answered).toContain(`Delete session ${id} and all its messages? [y/N]`)
    expect(answered).toContain('code 1')
  })

  it('reads a key without showing it', async () => {
    const shown = await inTerminal(80, 'login; echo code $?', {
      env: { MUSTER_API_KEY: '' },
      answer: ['API key for', 'mst_typed_key\r'],
    })
    expect(shown).toMatch(/^API key for http:\S+: \nLogged in to \S+ as ada@example\.org, owner of Acme\.\ncode 0$/)
  })
})

describe('in a pipe', () => {
  it('prints whole values, plain numbers and exact times', async () => {
    const { url } = await stubServer([{ body: page }])
    const env = { MUSTER_API_URL: url, MUSTER_API_KEY: 'k', FORCE_COLOR: '1' }
    const { stdout } = await run(process.execPath, [launcher, 'sessions', 'list'], { env })
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain(
      `  running  A title that is much too long for a narrow terminal, 日本語 and all  12345  unknown  -      ${new Date(session.updatedAt).toISOString()}  -         -\n`,
    )
  })

  it('ends quietly when the reader has seen enough', async () => {
    const sessions = Array.from({ length: 5000 }, () => session)
    const { url } = await stubServer([{ body: { ...page, sessions } }])
    const env = { MUSTER_API_URL: url, MUSTER_API_KEY: 'k' }
    const command = `${process.execPath} ${launcher} sessions list --all --json | head -1; echo $\{PIPESTATUS[0]}`
    expect(await run('bash', ['-c', command], { env })).toEqual({ code: 0, stdout: '[\n0\n', stderr: '' })
  })
})
