import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sharedTestServer } from '../../server/src/testing/test-server.ts'
import { asOwner, asPerson } from './as-owner.ts'
import { muster } from './run-muster.ts'

const server = sharedTestServer()

describe('muster users', () => {
  it('invites, lists, changes roles and removes', async () => {
    const owner = await asOwner(server())
    const id = await owner.text('users', 'invite', 'ada@acme.test', '--first-name', 'Ada', '--role', 'guest')
    expect(await owner.call(['users', 'invite', 'ADA@acme.test'])).toMatchObject({ code: 6 })
    const { stderr } = await owner.call(['users', 'invite', 'alan@acme.test'])
    expect(stderr).toContain('`muster users link alan@acme.test` makes a link to sign in with.')
    expect(await owner.text('users', 'list')).toMatch(/^[\da-f-]{36} +ada@acme\.test +guest +Ada /m)
    expect(await owner.json('users', 'role', 'Ada@acme.test', 'manager')).toMatchObject({ id, role: 'manager' })
    expect(await owner.call(['users', 'role', 'ada@acme.test', 'king'])).toMatchObject({ code: 2 })
    expect(await owner.call(['users', 'role', 'nobody@acme.test', 'guest'])).toMatchObject({ code: 5 })
    expect(await owner.call(['users', 'remove', 'ada@acme.test'])).toMatchObject({ code: 2 })
    await owner.text('users', 'remove', 'ada@acme.test', '--yes')
    expect(await owner.text('users', 'list')).not.toContain('ada@acme.test')
    expect(await owner.call(['users', 'remove', 'owner@acme.test', '--yes'])).toMatchObject({ code: 6 })
  })

  it('invites everybody on a list with links, or names the lines with faults', async () => {
    const owner = await asOwner(server())
    const list = join(server().dataDir, 'people.txt')
    await writeFile(list, 'lin@list.test, guest\nbo@list.test, king\n')
    const refused = await owner.call(['users', 'invite-list', list])
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Line 2 has the role “king”') })
    await writeFile(list, 'lin@list.test, guest\nbo@list.test\n')
    expect(await owner.text('users', 'invite-list', list)).toMatch(
      /^lin@list\.test\t\S+#token=\S+\nbo@list\.test\t\S+$/m,
    )
    const { url } = await owner.json<{ url: string }>('users', 'link', 'lin@list.test', '--reset')
    const info = await server().acme.owner.browserSessions.checkLink({ link: url.split('token=')[1] ?? '' })
    expect(info).toMatchObject({ purpose: 'password-reset', email: 'lin@list.test' })
  })

  it('exits with 4 without the right role', async () => {
    const member = await asPerson(server(), server().acme.member.key)
    expect(await member.call(['users', 'invite', 'x@acme.test'])).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('Ask an owner of the organization.'),
    })
  })
})

describe('muster keys', () => {
  it('prints a new key once, alone on stdout, and it works until it is revoked', async () => {
    const owner = await asOwner(server())
    const args = ['keys', 'create', 'ci', '--scope', 'keys:read', '--scope', 'sessions:read', '--expires', '30d']
    const { stdout, stderr } = await owner.call(args)
    const key = stdout.trimEnd()
    expect(key).toMatch(/^mst_\S+$/)
    expect(stderr).toMatch(/^Created key \S+\. Keep it now: it is not shown again\.\n$/)
    const listed = await owner.json<{ id: string; name: string; scopes: string[]; expiresAt: string }[]>('keys', 'list')
    const made = listed.find(({ name }) => name === 'ci')
    expect(made).toMatchObject({ scopes: ['keys:read', 'sessions:read'] })
    expect(Date.parse(made?.expiresAt ?? '') - Date.now()).toBeGreaterThan(29 * 86_400_000)
    const env = { ...owner.env, MUSTER_API_KEY: key }
    expect(await muster(['keys', 'list'], { env })).toMatchObject({ code: 0, stdout: expect.stringContaining('ci') })
    expect(await muster(['users', 'list'], { env })).toMatchObject({ code: 4 })
    expect(await owner.text('keys', 'list')).toMatch(new RegExp(`^${made?.id} +ci +.* owner@acme\\.test `, 'm'))
    await owner.text('keys', 'revoke', made?.id ?? '', '--yes')
    expect(await muster(['keys', 'list'], { env })).toMatchObject({ code: 3 })
    expect(await owner.call(['keys', 'revoke', made?.id ?? '', '--yes'])).toMatchObject({ code: 5 })
  })

  it('revokes with --children what was made with a key', async () => {
    const owner = await asOwner(server())
    const parent = await owner.json<{ id: string; key: string }>('keys', 'create', 'parent')
    const env = { ...owner.env, MUSTER_API_KEY: parent.key }
    const child = (await muster(['keys', 'create', 'child'], { env })).stdout.trimEnd()
    const listed = await owner.json<{ id: string; children?: number }[]>('keys', 'list')
    expect(listed.find(({ id }) => id === parent.id)?.children).toBe(1)
    await owner.text('keys', 'revoke', parent.id, '--children', '--yes')
    const childEnv = { ...owner.env, MUSTER_API_KEY: child }
    expect(await muster(['keys', 'list'], { env: childEnv })).toMatchObject({ code: 3 })
  })

  it('makes keys for others by e-mail, and refuses invalid times', async () => {
    const owner = await asOwner(server())
    const made = await owner.json('keys', 'create', 'theirs', '--user', 'member@acme.test')
    expect(made).toMatchObject({ userId: server().acme.member.userId, key: expect.any(String) })
    for (const expires of ['soon', '2020-01-01']) {
      expect(await owner.call(['keys', 'create', 'x', '--expires', expires])).toMatchObject({ code: 2 })
    }
  })
})

describe('muster limits', () => {
  it('sets several limits, reports those that failed, and exits with 1', async () => {
    const owner = await asOwner(server())
    const { code, stderr } = await owner.call([
      'limits',
      'set',
      'member@acme.test',
      '500000',
      'nobody@acme.test',
      '1',
      'guest@acme.test',
      '5',
    ])
    expect(code).toBe(1)
    expect(stderr).toContain('member@acme.test: 500,000 credits a month\n')
    expect(stderr).toContain('1 of 3 could not be set.\n  nobody@acme.test: ')
    await owner.text('limits', 'set', 'guest@acme.test', 'none')
    expect(await owner.text('limits', 'list')).toBe(
      'E-MAIL             LIMIT  USED    LEFT\nmember@acme.test  500000     0  500000',
    )
    for (const wrong of [
      ['a@b.c', '1.5'],
      ['abc', '1'],
      ['a@b.c', '1', 'd@e.f'],
    ]) {
      expect(await owner.call(['limits', 'set', ...wrong])).toMatchObject({ code: 2 })
    }
  })
})

describe('muster controls', () => {
  it('are replaced from stdin or a file, but only on top of the revision that was read', async () => {
    const owner = await asOwner(server())
    const before = await owner.json<{ revision: number }>('controls', 'get')
    const set = await owner.call(['controls', 'set', '-'], '{"sessionRetentionDays":30}')
    expect(set).toMatchObject({ code: 0, stderr: `The controls are now at revision ${before.revision + 1}.\n` })
    const kept = join(owner.env.HOME, 'controls.json')
    await writeFile(kept, JSON.stringify(await owner.json('controls', 'get')))
    await owner.text('controls', 'set', kept)
    expect(await owner.call(['controls', 'set', kept])).toMatchObject({ code: 6 })
    expect(await owner.call(['controls', 'set', '-', '--revision', '0'], '{}')).toMatchObject({ code: 6 })
    expect(await owner.text('controls', 'get')).toMatch(/^sessionRetentionDays +30$/m)
  })

  it('names every field that is refused', async () => {
    const owner = await asOwner(server())
    const wrong = { sessionRetentionDays: 3, ideAutoConnect: 'yes', typo: 1 }
    const { code, stderr } = await owner.call(['controls', 'set', '-'], JSON.stringify(wrong))
    expect(code).toBe(1)
    for (const name of Object.keys(wrong)) expect(stderr).toMatch(new RegExp(`^  ${name} `, 'm'))
    expect(await owner.call(['controls', 'set', '-'], '{"a":')).toMatchObject({ code: 2 })
    expect(await owner.call(['controls', 'set', '-'], '[]')).toMatchObject({ code: 2 })
  })

  it('are edited in the editor, and the text is kept when it cannot be sent', async () => {
    const owner = await asOwner(server())
    await owner.call(['controls', 'set', '-'], '{"sessionRetentionDays":30}')
    const edit = (EDITOR: string) => muster(['controls', 'edit'], { env: { ...owner.env, EDITOR } })
    expect(await edit('sed -i s/30/31/')).toMatchObject({ code: 0, stderr: expect.stringContaining('revision') })
    expect(await owner.json('controls', 'get')).toMatchObject({ settings: { sessionRetentionDays: 31 } })
    expect(await edit('true')).toMatchObject({ code: 0, stderr: 'Nothing was changed.\n' })
    expect(await edit('false')).toMatchObject({ code: 1 })
    const broken = await edit('sed -i s/31/3/')
    expect(broken.code).toBe(1)
    const resend = /muster controls set (\S+) --revision (\d+)/.exec(broken.stderr)
    await writeFile(resend?.[1] ?? '', '{"sessionRetentionDays":40}')
    await owner.text('controls', 'set', resend?.[1] ?? '', '--revision', resend?.[2] ?? '')
    expect(await owner.json('controls', 'get')).toMatchObject({ settings: { sessionRetentionDays: 40 } })
  })

  it('show in their history which settings each change touched', async () => {
    const owner = await asOwner(server())
    await owner.call(['controls', 'set', '-'], '{"ideAutoConnect":true}')
    await owner.call(['controls', 'set', '-'], '{"ideAutoConnect":true,"sessionRetentionDays":20}')
    const [header, newest] = (await owner.text('controls', 'history', '-n', '1')).split('\n')
    expect(header).toMatch(/^REVISION +CHANGED +BY +SETTINGS$/)
    expect(newest).toMatch(/owner@acme\.test +sessionRetentionDays$/)
    expect(await owner.json<unknown[]>('controls', 'history', '-n', '2')).toMatchObject([
      { settings: { ideAutoConnect: true, sessionRetentionDays: 20 } },
      { settings: { ideAutoConnect: true } },
    ])
  })
})

describe('muster reports', () => {
  it('publishes a report and lists it', async () => {
    const owner = await asOwner(server())
    const file = join(owner.env.HOME, 'report.json')
    const one = { numerator: 1, denominator: 1, rationale: 'README.md' }
    const report = {
      repoUrl: 'https://git.example.org/shop',
      apps: {},
      report: { a: one, b: { ...one, numerator: 0 } },
    }
    await writeFile(file, JSON.stringify(report))
    const id = await owner.text('reports', 'publish', file)
    expect(await owner.text('reports', 'list')).toMatch(new RegExp(`^${id} +git\\.example\\.org/shop +1/2 `, 'm'))
    expect(await owner.text('reports', 'get', id.slice(0, 13))).toContain('https://git.example.org/shop')
    const args = ['reports', 'list', '--repo', 'https://git.example.org/shop', '--all']
    expect(await owner.json(...args)).toMatchObject([{ reportId: id, ...report }])
  })
})

describe('muster audit', () => {
  it('lists who did what, filtered by action and person', async () => {
    const owner = await asOwner(server())
    await owner.text('computers', 'register', 'audited')
    expect(await owner.text('audit', '-n', '1')).toMatch(
      /owner@acme\.test +computer\.\w+ +computer \S+ .*127\.0\.0\.1$/,
    )
    const registered = await owner.json<{ action: string }[]>(
      'audit',
      '--user',
      'owner@acme.test',
      '--action',
      'computer.register',
    )
    expect(new Set(registered.map(({ action }) => action))).toEqual(new Set(['computer.register']))
    expect((await owner.call(['audit', '--action', 'no.such'])).code).toBe(2)
  })
})

describe('muster api', () => {
  it('makes any call', async () => {
    const owner = await asOwner(server())
    expect(JSON.parse(await owner.text('api', '/api/v0/me'))).toMatchObject({ user: { email: 'owner@acme.test' } })
    const page = JSON.parse(await owner.text('api', 'get', '/api/v0/organization/users', '-f', 'limit=1'))
    expect(page).toMatchObject({ users: [{}], pagination: { hasMore: true } })
    const made = JSON.parse(
      await owner.text('api', 'POST', '/api/v0/computers', '-f', 'name=123', '-F', 'provider="byom"'),
    )
    expect(made).toMatchObject({ name: '123' })
    expect(await owner.text('api', 'DELETE', `/api/v0/computers/${made.id}`)).toBe('')
    const put = ['api', 'PUT', '/api/v0/organization/enterprise-controls', '--input', '-', '-H', 'If-Match: 999', '-i']
    expect(await owner.call(put, '{}')).toMatchObject({ code: 6, stdout: '' })
    expect(await owner.text('api', '/healthz', '--include')).toMatch(
      /^Status 200\n(.+: .+\n)*content-type: application\/json.*\n(.+: .+\n)*\n\{/,
    )
  })

  it('refuses an invalid method, path or field', async () => {
    const owner = await asOwner(server())
    for (const args of [
      ['api/v0/me'],
      ['https://elsewhere.example/'],
      ['GRAB', '/x'],
      ['/x', '-f', 'x'],
      ['/x', '-H', 'x'],
    ]) {
      expect(await owner.call(['api', ...args])).toMatchObject({ code: 2 })
    }
    expect(await owner.call(['api', 'POST', '/x', '-F', 'a={'])).toMatchObject({ code: 2 })
    expect(await owner.call(['api', '/no/such/path'])).toMatchObject({ code: 5 })
    const list = '/api/v0/organization/users'
    const all = await owner.text('api', `${list}?limit=1`, '--paginate', '--jq', '.users[].email')
    expect(all.split('\n')).toEqual(expect.arrayContaining(['owner@acme.test', 'member@acme.test', 'guest@acme.test']))
    expect(await owner.text('api', '/api/v0/me', '--jq', '.user | .role')).toBe('owner')
    expect(await owner.call(['api', '/api/v0/me', '--paginate'])).toMatchObject({ code: 2 })
    expect(await owner.call(['api', '/api/v0/me', '--jq', 'select(.a)'])).toMatchObject({ code: 2 })
  })
})

describe('muster analytics delete-events', () => {
  it('asks first, deletes the events of a person, and says how many there were', async () => {
    const owner = await asOwner(server())
    const { member } = server().acme
    const event = { time: '2026-03-04T12:00:00Z', client: 'web', type: 'message', role: 'user' } as const
    await member.telemetry.events({ events: [event, { ...event, time: '2026-03-05T12:00:00Z' }] })
    const args = ['analytics', 'delete-events', '--from', '2026-03-04', '--to', '2026-03-04', '--user', member.email]
    expect(await owner.call(args)).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') })
    expect(await owner.json(...args, '--yes')).toEqual({ deletedEvents: 1, days: ['2026-03-04'] })
    expect(await owner.json(...args, '--yes')).toEqual({ deletedEvents: 0, days: [] })
    expect(await owner.call(['analytics', 'delete-events', '--from', '2026-03-04', '--yes'])).toMatchObject({ code: 2 })
  })
})
