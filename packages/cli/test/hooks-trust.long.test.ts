import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { hooksPlace } from './hooks-place.ts'
import { launcher } from './run-muster.ts'

const hooksOf = (command: string) => ({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command }] }] } })

/** A project that somebody else wrote. */
async function cloned(command = 'touch ran; echo no >&2; exit 2') {
  const made = await hooksPlace()
  const path = join(made.project, '.muster', 'settings.json')
  mkdirSync(join(made.project, '.muster'))
  const write = (line: string) => writeFileSync(path, JSON.stringify(hooksOf(line)))
  write(command)
  return {
    ...made,
    path,
    write,
    use: (session_id: string) => made.raise('PreToolUse', { session_id, tool_name: 'Bash' }),
  }
}

describe('muster hooks trust', () => {
  it('lets the hooks of a project run, which did not run before, and each session is told once', async () => {
    const { use, muster, project } = await cloned()
    const first = await use('s1')
    const says = `muster hooks trust ${project}`
    expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining(says) })
    // Agents show this one to their user.
    expect(JSON.parse(first.stdout).systemMessage).toContain(says)
    expect(await use('s1')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect((await use('s2')).stderr).toContain(says)
    expect(await muster(['hooks', 'list'])).toMatchObject({ stdout: expect.stringContaining('no, not trusted') })
    expect(await muster(['hooks', 'doctor'])).toMatchObject({ code: 0, stdout: expect.stringContaining(says) })

    const asked = await muster(['hooks', 'trust'])
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(asked.stdout).toContain('touch ran; echo no >&2; exit 2')
    expect((await use('s1')).code).toBe(0)
    expect(await muster(['hooks', 'trust', '--yes'])).toMatchObject({ code: 0 })
    expect(await use('s1')).toEqual({ code: 2, stdout: '', stderr: 'no\n' })
    expect((await muster(['hooks', 'trust', '--list'])).stdout).toContain('work')
    expect((await muster(['hooks', 'trust'])).stderr).toContain('already')
  })

  it('counts until the settings change, which is reported again', async () => {
    const { use, muster, write } = await cloned()
    await muster(['hooks', 'trust', '--yes'])
    write('touch other')
    expect(await use('s1')).toMatchObject({ code: 0, stderr: expect.stringContaining('not those that you trusted') })
    expect((await use('s1')).stderr).toBe('')
    write('touch third')
    expect((await use('s1')).stderr).toContain('not those that you trusted')
  })

  it('can be revoked, also when the project is gone', async () => {
    const { muster, project, use } = await cloned()
    await muster(['hooks', 'trust', '--yes'])
    expect(await muster(['hooks', 'trust', '--revoke'])).toMatchObject({ code: 0 })
    expect((await use('s1')).code).toBe(0)
    expect(await muster(['hooks', 'trust', '--revoke'])).toMatchObject({ code: 5 })
    await muster(['hooks', 'trust', '--yes'])
    rmSync(join(project, '.muster'), { recursive: true })
    expect(await muster(['hooks', 'trust', project, '--revoke'])).toMatchObject({ code: 0 })
    expect((await muster(['hooks', 'trust', '--list', '--json'])).stdout).toBe('[]\n')
  })

  it('says when there is nothing to trust', async () => {
    const { muster } = await hooksPlace()
    expect(await muster(['hooks', 'trust'])).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('no .muster/settings.json'),
    })
  })

  it('is not needed for hooks that the user adds, unless the file contains other hooks', async () => {
    const own = await hooksPlace()
    await own.muster(['hooks', 'add', 'PreToolUse', 'exit 2', '--project'])
    expect(await own.raise('PreToolUse', { tool_name: 'Bash' })).toMatchObject({ code: 2 })
    const theirs = await cloned('touch ran')
    const added = await theirs.muster(['hooks', 'add', 'PreToolUse', 'exit 2', '--project'])
    expect(added.stderr).toContain('muster hooks trust')
    expect((await theirs.use('s1')).code).toBe(0)
  })
})

describe('an organization that has switched hooks of projects off', () => {
  /** A service that says what the organization wants, as GET /api/v0/me does. */
  async function service(allowProjectHooks: boolean) {
    const server = createServer((request, response) => {
      const isAsked = request.url === '/api/v0/me' && request.headers.authorization === 'Bearer k'
      response.writeHead(isAsked ? 200 : 401).end(JSON.stringify({ hooks: { allowProjectHooks } }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    return { server, env: { MUSTER_API_URL: `http://127.0.0.1:${port}`, MUSTER_API_KEY: 'k' } }
  }

  it('is asked when somebody trusts them, and refuses', async () => {
    const { env } = await service(false)
    const { muster } = await cloned()
    const refused = { code: 4, stderr: expect.stringContaining('Your organization has switched') }
    expect(await muster(['hooks', 'trust', '--yes'], { env })).toMatchObject(refused)
  })

  it('is asked when a session begins, and its answer holds from then on, even while it is away', async () => {
    const { env, server } = await service(false)
    const { muster, raise, home } = await cloned()
    const use = (session_id: string) => raise('PreToolUse', { session_id, tool_name: 'Bash' }, { env })
    await muster(['hooks', 'trust', '--yes'])
    expect(await use('s1')).toMatchObject({ code: 2 })
    await raise('SessionStart', { session_id: 's1' }, { env })
    await vi.waitFor(() => expect(existsSync(join(home, '.muster', 'organization-policy.json'))).toBe(true), {
      timeout: 60_000,
    })
    server.close()
    server.closeAllConnections()
    expect(await use('s2')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('our organization has switched'),
    })
    expect(await use('s2')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await muster(['hooks', 'trust', '--yes'], { env })).toMatchObject({ code: 4 })
    // The rule is that of one organization. It does not bind people who are not logged in to it.
    expect(await raise('PreToolUse', { session_id: 's3', tool_name: 'Bash' })).toMatchObject({ code: 2 })
  })

  it('that allows them again lets people trust them', async () => {
    const { env } = await service(true)
    const { muster } = await cloned()
    expect(await muster(['hooks', 'trust', '--yes'], { env })).toMatchObject({ code: 0 })
  })
})

describe('a hook that fails closed', () => {
  it('is added by a flag and blocks when it fails', async () => {
    const { muster, raise } = await hooksPlace()
    await muster(['hooks', 'add', 'PreToolUse', 'no-such-program', '-m', 'Bash', '--fail-closed'])
    expect(await raise('PreToolUse', { tool_name: 'run_shell_command' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It ended with 127. The hook is: no-such-program'),
    })
  })
})

describe('muster hooks deny', () => {
  const deny = `${process.execPath} ${launcher} hooks deny 'git push'`

  it.each([
    ['Bash', 'cd "repo" && git push', 2],
    ['run_shell_command', 'git -C . push', 2],
    ['shell', ['bash', '-lc', 'FOO=1 git push'], 2],
    ['Bash', 'git commit -m "then git push"', 0],
    ['write_file', 'git push', 0],
  ])('as a hook of Bash, for the tool %s with %j, ends with %i', async (tool_name, command, code) => {
    const { muster, raise } = await hooksPlace()
    await muster(['hooks', 'add', 'PreToolUse', deny, '-m', 'Bash', '--fail-closed'])
    const stderr = code === 2 ? 'git push may not be run here. It is for people.\n' : ''
    expect(await raise('PreToolUse', { tool_name, tool_input: { command } })).toEqual({ code, stdout: '', stderr })
  })

  it('blocks when it is set up wrongly', async () => {
    const { muster } = await hooksPlace()
    expect(await muster(['hooks', 'deny'], { input: '{}' })).toMatchObject({ code: 2 })
    expect(await muster(['hooks', 'deny', 'git push'], { input: '{' })).toMatchObject({ code: 2 })
  })
})
