import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { asOwner, asPerson } from './as-owner.ts'

const server = sharedTestServer()

describe('muster computers', () => {
  it('registers, shows, renames and removes by name or id', async () => {
    const owner = await asOwner(server())
    const credential = await owner.text('computers', 'register', 'build-1', '--hostname', 'b1.local')
    expect(credential).toMatch(/^msc_\S+$/)
    const { id } = await owner.json<{ id: string }>('computers', 'get', 'BUILD-1')
    expect(await owner.text('computers', 'get', id)).toMatch(/^Host +b1\.local$/m)
    expect(await owner.call(['computers', 'rename', 'build-1', 'büro/50% ☕'])).toMatchObject({ code: 0 })
    expect(await owner.json('computers', 'get', 'büro/50% ☕')).toMatchObject({ id })
    expect(await owner.text('computers', 'list')).toMatch(
      /^ID +NAME +STATUS +KIND +ACCESS +HOST +CREATED\n[\da-f-]{36} +büro\/50% ☕ /,
    )
    expect(await owner.call(['computers', 'remove', 'büro/50% ☕'])).toMatchObject({ code: 2 })
    expect(await owner.call(['computers', 'remove', 'büro/50% ☕', '--yes'])).toMatchObject({ code: 0 })
    expect(await owner.call(['computers', 'get', id])).toMatchObject({ code: 5 })
  })

  it('refuses a managed computer that nobody would run, and registers one that the organization runs itself', async () => {
    const owner = await asOwner(server())
    const refused = await owner.call(['computers', 'register', 'nowhere', '--managed'])
    expect(refused).toMatchObject({ code: 4, stdout: '' })
    expect(refused.stderr).toContain('managedComputersEnabled')
    const elsewhere = await owner.call(['computers', 'register', 'farm', '--managed', '--hostname', 'farm-1.local'])
    expect(elsewhere).toMatchObject({ code: 0, stdout: expect.stringMatching(/^msc_/) })
    expect(elsewhere.stderr).toContain('join --credential-file')
    expect(await owner.text('computers', 'list')).not.toContain('nowhere')
  })

  it('reports a name that is taken', async () => {
    const owner = await asOwner(server())
    await owner.text('computers', 'register', 'twice')
    expect(await owner.call(['computers', 'register', 'Twice'])).toMatchObject({ code: 6, stdout: '' })
  })
})

describe('muster sessions', () => {
  it('creates with settings, updates, archives and deletes', async () => {
    const owner = await asOwner(server())
    await owner.text('computers', 'register', 'sessions-1')
    const settings = ['--autonomy-level', 'low', '--tag', 'a', '--tag', 'b', '--set', 'enabledToolIds=["x"]']
    const id = await owner.text('sessions', 'create', '-c', 'sessions-1', '--title', 'First', ...settings)
    expect(await owner.json('sessions', 'get', id)).toMatchObject({
      sessionId: id,
      title: 'First',
      sessionSettings: { autonomyLevel: 'low', tags: [{ name: 'a' }, { name: 'b' }], enabledToolIds: ['x'] },
    })
    await owner.text('sessions', 'update', id, '--title', '', '--reasoning-effort', 'high')
    await owner.text('sessions', 'archive', id)
    const archived = await owner.json<{ title?: string; sessionSettings: object }>('sessions', 'get', id)
    expect(archived.title).toBeUndefined()
    expect(archived.sessionSettings).toMatchObject({ reasoningEffort: 'high', archivedAt: expect.any(String) })
    await owner.text('sessions', 'unarchive', id)
    expect(await owner.text('sessions', 'get', id)).not.toContain('Archived')
    expect(await owner.call(['sessions', 'update', id])).toMatchObject({ code: 2 })
    await owner.text('sessions', 'delete', id, '-y')
    expect(await owner.call(['sessions', 'get', id])).toMatchObject({ code: 5 })
  })

  it('lists as many as are asked for, over several pages', async () => {
    const { member } = server().globex
    const { id: computerId } = await member.computers.register({ name: 'pages' })
    const mine = await asPerson(server(), member.key)
    for (let index = 0; index < 21; index += 1) await member.sessions.create({ computerId, title: `No. ${index}` })
    const { stdout, stderr } = await mine.call(['sessions', 'list'])
    expect(stdout.trimEnd().split('\n')).toHaveLength(21)
    expect(stdout).toMatch(/^[\da-f-]{36} .* pages +member@globex\.test$/m)
    expect(stderr).toBe('Showing the first 20. Use --limit N or --all for more.\n')
    expect(await mine.json<unknown[]>('sessions', 'list', '--all')).toHaveLength(21)
    expect((await mine.call(['sessions', 'list', '-n', '21'])).stderr).toBe('')
    const [newest, ...rest] = await mine.json<{ title: string }[]>('sessions', 'list', '--limit', '2')
    expect([newest?.title, rest.length]).toEqual(['No. 20', 1])
  })

  it('says on stderr that there are none, and prints an empty array as JSON', async () => {
    const guest = await asPerson(server(), server().acme.member.key)
    expect(await guest.call(['sessions', 'list'])).toEqual({ code: 0, stdout: '', stderr: 'There are no sessions.\n' })
    expect(await guest.call(['sessions', 'list', '--json'])).toEqual({ code: 0, stdout: '[]\n', stderr: '' })
  })
})

describe('muster messages', () => {
  it('posts from the argument, from stdin and with attachments', async () => {
    const owner = await asOwner(server())
    await owner.text('computers', 'register', 'messages-1')
    const session = await owner.text('sessions', 'create', '-c', 'messages-1')
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
      'base64',
    )
    const image = join(owner.env.HOME, 'dot.PNG')
    const file = join(owner.env.HOME, 'notes.log')
    await Promise.all([writeFile(image, png), writeFile(file, 'plain text\n')])

    const first = await owner.text('messages', 'post', session, 'help')
    expect((await owner.call(['messages', 'post', session, '-'], 'von stdin: 日本\n')).code).toBe(0)
    await owner.text('messages', 'post', session, '--', '--not an option')
    await owner.text('messages', 'post', session, 'look', '--image', image, '--file', file)

    const listed = await owner.json<{ content: { type: string; text?: string; source?: object }[] }[]>(
      ...['messages', 'list', session, '--order', 'asc'],
    )
    expect(listed.map(({ content }) => content[0]?.text)).toEqual([
      'help',
      'von stdin: 日本\n',
      '--not an option',
      'look',
    ])
    expect(listed[3]?.content.slice(1)).toMatchObject([
      { type: 'image', source: { mediaType: 'image/png', data: png.toString('base64') } },
      { type: 'document', source: { mediaType: 'text/plain', name: 'notes.log' } },
    ])
    expect(await owner.text('messages', 'get', session, first)).toMatch(/^user {2}\S+Z {2}\S+\nhelp$/)
    expect(await owner.text('messages', 'list', session)).toMatch(
      /TEXT\n\S+ {2}user {2}\S+ {2}look \[image image\/png\] \[file notes\.log\]\n/,
    )
    expect(await owner.text('messages', 'list', session, '--full', '-n', '1')).toContain(
      'look\n[image image/png]\n[file notes.log]',
    )
  })

  it('refuses a file that cannot be sent before it sends anything', async () => {
    const owner = await asOwner(server())
    const binary = join(owner.env.HOME, 'tool.bin')
    await writeFile(binary, Buffer.from([0, 255, 0]))
    for (const args of [
      ['--file', binary],
      ['--image', binary],
      ['--file', '/no/such/file'],
      ['--file', '/tmp'],
    ]) {
      expect(await owner.call(['messages', 'post', 'any', 'text', ...args])).toMatchObject({ code: 2, stdout: '' })
    }
    expect(await owner.call(['messages', 'post', 'any', '-'], ' \n')).toMatchObject({ code: 2 })
  })
})

describe('ids and names', () => {
  it('may be shortened as long as they mean only one thing', async () => {
    const owner = await asOwner(server())
    await owner.text('computers', 'register', 'short-one')
    await owner.text('computers', 'register', 'short-two')
    const { id } = await owner.json<{ id: string }>('computers', 'get', 'SHORT-O')
    expect(await owner.json('computers', 'get', id)).toMatchObject({ name: 'short-one' })
    expect(await owner.call(['computers', 'get', 'short'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/"short" fits several: .*short-two.*\nType more of the id or name\./),
    })
    expect(await owner.call(['computers', 'get', 'shortest'])).toMatchObject({ code: 5 })
    const session = await owner.text('sessions', 'create', '-c', 'short-t', '--title', 'Mend the roof')
    await owner.text('sessions', 'create', '-c', 'short-t', '--title', 'Mend the roof of the barn')
    expect(await owner.json('sessions', 'get', session.slice(0, -2))).toMatchObject({ sessionId: session })
    expect(await owner.json('sessions', 'get', 'mend the roof')).toMatchObject({ sessionId: session })
    expect(await owner.call(['messages', 'list', 'mend the'])).toMatchObject({ code: 2 })
    expect(await owner.call(['messages', 'post', 'mend the roof of', 'Hello'])).toMatchObject({ code: 0 })
    expect(await owner.call(['users', 'role', 'gue', 'guest'])).toMatchObject({ code: 0 })
    await owner.text('keys', 'create', 'short-lived')
    expect(await owner.call(['keys', 'revoke', 'short-l', '--yes'])).toMatchObject({ code: 0 })
    expect(await owner.call(['keys', 'revoke', 'short-l', '--yes'])).toMatchObject({ code: 5 })
  })
})
