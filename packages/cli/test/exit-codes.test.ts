import { errors } from '@muster/contract/errors'
import { MusterConnectionError, MusterError } from '@muster/sdk'
import { describe, expect, it } from 'vitest'
import { nobodysUrl, problem, stubServer } from '../../sdk/test/stub-server.ts'
import { describeError } from '../src/command-line/describe-error.ts'
import { loadNodes } from '../src/command-line/locate.ts'
import { parse } from '../src/command-line/parser.ts'
import { muster } from './run-muster.ts'

const key = `mst_k1_${'s'.repeat(43)}`

function call(url: string, args: readonly string[] = ['sessions', 'get', 'x']) {
  return muster(args, { env: { MUSTER_API_URL: url, MUSTER_API_KEY: key } })
}

describe('exit codes', () => {
  it.each([
    [400, 1],
    [401, 3],
    [402, 4],
    [403, 4],
    [404, 5],
    [405, 1],
    [409, 6],
    [412, 6],
    [413, 1],
    [415, 1],
    [429, 1],
    [500, 7],
    [503, 7],
    [504, 7],
  ])('of an answer %i is %i', (status, exitCode) => {
    expect(describeError(new MusterError({ status, code: 'x' }))).toMatchObject({ exitCode })
  })

  it('has advice for every error of the contract', () => {
    // The advice on an invalid request is about the fields that it names, and these name none.
    const { invalid_request: _, ...others } = errors
    for (const [code, { status }] of Object.entries(others)) {
      expect(describeError(new MusterError({ status, code })).hint).toMatch(/\.$/)
    }
    expect(describeError(new MusterConnectionError('No.')).hint).toMatch(/\.$/)
  })

  it('is 7 if nothing answers, or something that is not the service', async () => {
    const nowhere = nobodysUrl
    expect(await call(nowhere)).toMatchObject({
      code: 7,
      stderr: expect.stringContaining(`Could not reach ${nowhere}`),
    })
    const { url } = await stubServer([{ body: '<html>', headers: { 'content-type': 'text/html' } }])
    expect(await call(url)).toMatchObject({ code: 7, stderr: expect.stringContaining('not JSON') })
  })

  it('is 2 for an invalid command line', async () => {
    const ended = await call('http://127.0.0.1:4000', ['sessions', 'get'])
    expect(ended).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Error: Something is missing: muster sessions get <session>\nTry `muster sessions get --help`.\n',
    })
  })
})

describe('parse', () => {
  it.each([
    ['nonsense', 'There is no command muster nonsense.'],
    ['sesions list', 'There is no command muster sesions.'],
    ['sessions', 'Say what to do: list, create,'],
    ['sessions lst', 'There is no command muster sessions lst.'],
    ['sessions list extra', 'Not understood: extra.'],
    ['sessions list --unknown', 'Not understood: --unknown.'],
    ['sessions list -q', 'Not understood: -q.'],
    ['sessions list --json=maybe', '--json takes no value.'],
    ['usage --since --json', '--since needs a value.'],
    ['sessions get ', 'Something is missing: muster sessions get <session>'],
    ['sessions create', 'Missing: --computer.'],
    ['sessions create -c', '-c needs a value.'],
    ['sessions create --computer', '--computer needs a value.'],
    ['sessions create -c a -c b', '--computer was given more than once.'],
    ['sessions create -c a --autonomy-level total', 'Choose one of: off, low, medium, high.'],
    ['users role a b', 'Choose one of: owner, manager, member, guest.'],
    ['--url http://127.0.0.1', 'A command is missing.'],
    ['--url', '--url needs a value.'],
    ['--bogus', 'Not understood: --bogus.'],
  ])('of %j', async (line, message) => {
    const words = line.split(' ')
    const parsed = loadNodes(words).then((nodes) => parse(words, nodes))
    await expect(parsed).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) })
  })

  it('proposes a similar option', () => {
    const words = ['usage', '--sinse', '2026-11-01']
    const parsed = loadNodes(words).then((nodes) => parse(words, nodes))
    return expect(parsed).rejects.toMatchObject({ exitCode: 2, hint: 'Did you mean `--since`?' })
  })

  it('keeps words as they are', async () => {
    const words = [
      '--url',
      'http://keys',
      'messages',
      'post',
      '007',
      '--file',
      '1e3',
      '--file=-',
      '-c',
      '0x10',
      '--',
      '-x',
    ]
    const { args } = await parse(words, await loadNodes(words))
    expect(args).toMatchObject({ url: 'http://keys', session: '007', text: '-x', file: ['1e3', '-'], computer: '0x10' })
  })
})

describe('errors', () => {
  it('are problem documents for programs, of the service and of the command', async () => {
    const { url } = await stubServer([problem(409, 'name_taken', 'There is a computer with this name.')])
    const refused = await call(url, ['sessions', 'get', 'x', '--json'])
    expect(refused).toMatchObject({ code: 6, stdout: '' })
    expect(JSON.parse(refused.stderr)).toMatchObject({
      status: 409,
      code: 'name_taken',
      detail: 'There is a computer with this name.',
      requestId: 'req_1',
      exitCode: 6,
    })
    const unknown = await muster(['whoami', '--bogus', '--json'])
    expect(JSON.parse(unknown.stderr)).toMatchObject({ code: 'usage', detail: expect.stringContaining('bogus') })
  })

  it('name what is wrong and what to do', async () => {
    const { url } = await stubServer([problem(409, 'name_taken', 'There is a computer with this name.')])
    expect(await call(url)).toEqual({
      code: 6,
      stdout: '',
      stderr:
        'Error: There is a computer with this name.\nChoose a name that no other computer has, in any case.\nRequest req_1\n',
    })
  })

  it('are shown while the command waits for the service', async () => {
    const { url } = await stubServer([
      problem(429, 'too_many_requests', 'Slow.', { 'retry-after': '1' }),
      { status: 204 },
    ])
    expect(await call(url, ['api', '/x'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'The service asks for patience; trying again in 1 s.\n',
    })
  })

  it('propose a similar command', async () => {
    expect((await call('http://x', ['sesions', 'list'])).stderr).toContain('Did you mean `muster sessions`?')
    expect((await call('http://x', ['keys', 'make'])).stderr).toContain('See `muster keys --help`.')
  })

  it('cannot control the terminal', async () => {
    const { url } = await stubServer([problem(400, 'x', 'a\u001b[31mred\u001b]0;title\u0007\u202ebidi\u0000b')])
    expect((await call(url)).stderr).toBe('Error: aredbidib\nRequest req_1\n')
  })
})

describe('an interrupted command', () => {
  it('ends quietly with 130', async () => {
    const { url, seen } = await stubServer([{ silent: true }])
    const ended = await muster(['sessions', 'list'], {
      env: { MUSTER_API_URL: url, MUSTER_API_KEY: key },
      onStart: (child) => {
        const timer = setInterval(() => {
          if (seen.length === 0) return
          clearInterval(timer)
          child.kill('SIGINT')
        }, 10)
      },
    })
    expect(ended).toEqual({ code: 130, stdout: '', stderr: '' })
  })
})
