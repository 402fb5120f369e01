import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { eventsServer } from '../../hooks/test/events-server.ts'
import { hooksPlace } from './hooks-place.ts'
import { launcher, run } from './run-muster.ts'

async function placeWith(event: string, command: string, ...options: string[]) {
  const made = await hooksPlace()
  expect(await made.muster(['hooks', 'add', event, command, ...options])).toMatchObject({ code: 0 })
  return made
}

describe('muster hooks run', () => {
  it('gives the event to the hooks, with its name and directory, and ends with 0', async () => {
    const { raise, project } = await placeWith('PostToolUse', 'cat > seen.json', '-m', 'Edit')
    expect(await raise('PostToolUse', { session_id: 's1', tool_name: 'Edit' })).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
    expect(JSON.parse(readFileSync(join(project, 'seen.json'), 'utf8'))).toEqual({
      session_id: 's1',
      tool_name: 'Edit',
      canonical_tool_name: 'Edit',
      hook_event_name: 'PostToolUse',
      cwd: project,
    })
  })

  it('ends with 2 when a hook blocks, with the reason and nothing else on stderr', async () => {
    const { raise } = await placeWith('PreToolUse', 'echo "not on Sundays" >&2; exit 2')
    expect(await raise('PreToolUse', { tool_name: 'Bash' })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'not on Sundays\n',
    })
  })

  it('ends with 0 when the event cannot be blocked, or a hook failed', async () => {
    const { raise } = await placeWith('SessionEnd', 'echo no >&2; exit 2')
    expect(await raise('SessionEnd', { reason: 'other' })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('ended with 2'),
    })
  })

  it('prints the other answers of hooks in the form of one hook', async () => {
    const answer = {
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput: { command: 'ls' } },
    }
    const { raise } = await placeWith('PreToolUse', `echo '${JSON.stringify(answer)}'`)
    const { code, stdout } = await raise('PreToolUse', { tool_name: 'Bash' })
    expect([code, JSON.parse(stdout)]).toEqual([0, answer])
  })

  it('never ends with 2 when it is used wrongly', async () => {
    const { raise, muster } = await hooksPlace()
    expect(await raise('Stop', '{')).toMatchObject({ code: 1, stderr: expect.stringContaining('no JSON') })
    expect(await raise('Stop', '[]')).toMatchObject({ code: 1, stderr: expect.stringContaining('one JSON object') })
    expect(await raise('Halt', {})).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Events are: PreToolUse'),
    })
    expect(await muster(['hooks', 'run'])).toMatchObject({ code: 1 })
    expect(await muster(['hooks', 'run', 'Stop', '--loud'])).toMatchObject({ code: 1 })
  })

  it('reports broken settings and continues', async () => {
    const { raise, settings, muster } = await placeWith('Stop', 'true')
    writeFileSync(settings, '{\n  "hooks": {')
    expect(await raise('Stop', '')).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining(`${settings}:2: A closing brace`),
    })
    expect(await muster(['hooks', 'add', 'Stop', 'false'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Mend it first'),
    })
  })

  it('lets an agent stop after hooks prevented it eight times, each in a new process', async () => {
    const { raise } = await placeWith('Stop', 'echo more >&2; exit 2')
    for (let round = 0; round < 8; round += 1)
      expect(await raise('Stop', { session_id: 's1' })).toMatchObject({ code: 2 })
    expect(await raise('Stop', { session_id: 's1' })).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('too often'),
    })
    expect(await raise('Stop', { session_id: 's1' })).toMatchObject({ code: 2 })
    await raise('UserPromptSubmit', { session_id: 's1' })
  })

  it('reports executions in the background, and sends later what could not be sent', async () => {
    const { raise, home } = await placeWith('Stop', 'echo key=$API_TOKEN token=abc123')
    const nowhere = { env: { MUSTER_API_URL: 'http://127.0.0.1:9', MUSTER_API_KEY: 'k' } }
    expect(await raise('Stop', { session_id: 's1' }, nowhere)).toMatchObject({ code: 0 })
    const spool = join(home, '.muster', 'spool', 'hooks')
    await vi.waitFor(() => expect(readdirSync(spool)).toContain('state.http-127-0-0-1-9'), { timeout: 60_000 })
    const server = await eventsServer()
    const here = { env: { MUSTER_API_URL: server.url, MUSTER_API_KEY: 'k' } }
    expect(await raise('Stop', { session_id: 's2' }, here)).toMatchObject({ code: 0 })
    await vi.waitFor(() => expect(server.counted.size).toBe(2), { timeout: 60_000 })
    expect([...server.counted.values()].map(({ sessionId, command }) => [sessionId, command])).toEqual([
      ['s1', 'echo key=$API_TOKEN token=[redacted]'],
      ['s2', 'echo key=$API_TOKEN token=[redacted]'],
    ])
    await vi.waitFor(() => expect(readdirSync(spool).filter((name) => name.endsWith('.json'))).toEqual([]), {
      timeout: 60_000,
    })
  })
})

describe('muster hooks add, list, test, doctor and remove', () => {
  it('work together', async () => {
    const { muster, project, settings } = await placeWith(
      'PostToolUse',
      'echo formatted',
      '-m',
      'Edit|Write',
      '-t',
      '5',
    )
    await muster(['hooks', 'add', 'PostToolUse', '--project', './check.sh'])
    expect((await muster(['hooks', 'add', 'PostToolUse', 'echo formatted', '-m', 'Edit|Write'])).stderr).toContain(
      'already',
    )

    const { stdout } = await muster(['hooks', 'list', '--json'])
    expect(JSON.parse(stdout)).toMatchObject([
      {
        event: 'PostToolUse',
        matcher: 'Edit|Write',
        command: 'echo formatted',
        timeoutSeconds: 5,
        file: settings,
        line: 7,
      },
      {
        event: 'PostToolUse',
        matcher: '',
        command: './check.sh',
        timeoutSeconds: 60,
        file: join(project, '.muster/settings.json'),
      },
    ])
    expect((await muster(['hooks', 'list', 'PostToolUse', '--tool', 'Bash'])).stdout).not.toContain('formatted')

    const tested = await muster(['hooks', 'test', 'PostToolUse', '--tool', 'Edit'])
    expect(tested).toMatchObject({ code: 1, stderr: expect.stringContaining('1 of 2 hooks failed') })
    expect(tested.stdout).toMatch(/ok {2}echo formatted[\s\S]*stdout {2}formatted[\s\S]*exit code 127 {2}\.\/check\.sh/)
    expect(await muster(['hooks', 'doctor'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('There is no file ./check.sh'),
    })

    expect(await muster(['hooks', 'remove', 'PostToolUse', './check.sh', '--yes'])).toMatchObject({ code: 5 })
    expect(await muster(['hooks', 'remove', 'PostToolUse', './check.sh', '--project', '--yes'])).toMatchObject({
      code: 0,
    })
    expect(await muster(['hooks', 'doctor'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Fine: 1 hooks'),
    })
  })

  it('test a given input', async () => {
    const { muster } = await placeWith('Notification', 'cat')
    const input = JSON.stringify({ message: 'Come here' })
    const { stdout } = await muster(['hooks', 'test', 'Notification', '--input', '-', '--json'], { input })
    expect(JSON.parse(JSON.parse(stdout).outcomes[0].stdout)).toMatchObject({
      message: 'Come here',
      hook_event_name: 'Notification',
    })
  })

  it('refuse invalid arguments', async () => {
    const { muster } = await hooksPlace()
    expect(await muster(['hooks', 'add', 'Stop', 'true', '-m', 'Bash'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no matchers'),
    })
    expect(await muster(['hooks', 'add', 'PreToolUse', 'true', '-m', '('])).toMatchObject({ code: 2 })
    expect(await muster(['hooks', 'add', 'PreToolUse', 'true', '-t', 'soon'])).toMatchObject({ code: 2 })
  })
})

describe('muster hooks connect', () => {
  it('shows the change, asks, keeps a copy, and can undo it', async () => {
    const { muster, raise, home, project } = await placeWith('PostToolUse', 'cat > seen.json')
    const path = join(home, '.claude', 'settings.json')
    const before = '{\n  // mine\n  "theme": "dark"\n}\n'
    mkdirSync(join(home, '.claude'))
    writeFileSync(path, before)
    expect(await muster(['hooks', 'connect', 'claude-code'])).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('+     "PostToolUse": ['),
      stderr: expect.stringContaining('--yes'),
    })
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(await muster(['hooks', 'connect', 'claude-code', '--yes'])).toMatchObject({ code: 0 })
    const copies = readdirSync(join(home, '.claude')).filter((name) => name.includes('before-muster'))
    expect(copies.map((name) => readFileSync(join(home, '.claude', name), 'utf8'))).toEqual([before])

    // What the agent would run is run here, with what it would write.
    const command =
      /"command": "(.* hooks run PostToolUse --agent claude-code)"/.exec(readFileSync(path, 'utf8'))?.[1] ?? ''
    const input = readFileSync(
      new URL('../../hooks/test/fixtures/inputs/claude-code.PostToolUse.json', import.meta.url),
      'utf8',
    )
    const fields = { ...JSON.parse(input), cwd: project }
    expect(await run('sh', ['-c', command], { env: { HOME: home }, input: JSON.stringify(fields) })).toMatchObject({
      code: 0,
    })
    expect(JSON.parse(readFileSync(join(project, 'seen.json'), 'utf8'))).toEqual({
      ...fields,
      canonical_tool_name: fields.tool_name,
    })
    expect(await raise('PostToolUse', fields)).toMatchObject({ code: 0 })

    expect(await muster(['hooks', 'connect', 'claude-code', '--undo', '--yes'])).toMatchObject({ code: 0 })
    expect(readFileSync(path, 'utf8')).toBe(before)
  })
})

describe('muster hooks connect --undo', () => {
  const connectIn = async (text: string | undefined) => {
    const made = await hooksPlace()
    const path = join(made.home, '.codex', 'hooks.json')
    mkdirSync(join(made.home, '.codex'))
    if (text !== undefined) writeFileSync(path, Buffer.from(text, 'latin1'))
    const connect = async (...options: string[]) =>
      expect(await made.muster(['hooks', 'connect', 'codex', '--yes', ...options])).toMatchObject({ code: 0 })
    await connect()
    return { path, connect, read: () => readFileSync(path, 'latin1') }
  }

  it.each([
    ['on one line', '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"beep"}]}]},"a":[1,2]}'],
    ['with odd spaces and comments', '\t{ // mine\r\n"a" :1 ,\r\n\r\n "hooks": { } }'],
    ['with a byte order mark, and no end of line', '\u00ef\u00bb\u00bf{"a": "\u00c3\u00a4"}'],
    ['empty', ''],
  ])('restores a file %s to the byte', async (_title, text) => {
    const { connect, read } = await connectIn(text)
    expect(read()).toContain('hooks run Stop --agent codex')
    await connect('--undo')
    expect(read()).toBe(text)
  })

  it('removes a file that it created, and removes only its own hooks from a file that was changed since', async () => {
    const { path, connect, read } = await connectIn(undefined)
    await connect('--undo')
    expect(existsSync(path)).toBe(false)
    await connect()
    writeFileSync(path, read().replace('{', '{ "mine": 1,'))
    await connect('--undo')
    expect(JSON.parse(read())).toEqual({ mine: 1 })
  })

  it('restores the state before the first connection, even after an older form of it was replaced', async () => {
    const { path, connect, read } = await connectIn('{"a":1}')
    const record = join(path, '..', '..', '.muster', 'hook-connections', 'codex.json')
    const older = read().replaceAll(' --agent codex', '')
    writeFileSync(path, older)
    const written = createHash('sha256').update(older).digest('hex')
    writeFileSync(record, JSON.stringify({ ...JSON.parse(readFileSync(record, 'utf8')), written }))
    await connect()
    await connect('--undo')
    expect(read()).toBe('{"a":1}')
  })
})

describe('muster hooks guard', () => {
  it.each([
    ['the reason that the agent wrote', 'logout\n', 'logout'],
    ['error when the agent was killed', '', 'error'],
  ])('raises SessionEnd with %s', async (_title, line, reason) => {
    const { home, project } = await placeWith('SessionEnd', 'cat > ended.json')
    const guard = spawn(process.execPath, [launcher, 'hooks', 'guard'], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: home },
      stdio: ['pipe', 'ignore', 'inherit'],
    })
    guard.stdin.write(`${JSON.stringify({ session_id: 's1' })}\n${line}`)
    guard.stdin.end()
    expect(await once(guard, 'exit')).toEqual([0, null])
    expect(JSON.parse(readFileSync(join(project, 'ended.json'), 'utf8'))).toMatchObject({ session_id: 's1', reason })
  })
})
