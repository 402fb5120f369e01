import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newPeople, sharedTestServer } from '../../server/src/testing/test-server.ts'
import { sendKnownFields } from '../src/import/send-known-fields.ts'
import { asPerson } from './as-owner.ts'
import { launcher, muster, temporaryHome } from './run-muster.ts'

const homes = join(import.meta.dirname, '../../history/test/fixtures/homes')
const codex = join(homes, 'codex/basic')
const server = sharedTestServer({ MUSTER_NOW: '2026-11-17T12:00:00Z' })

interface Imported {
  readonly agents: readonly Record<string, unknown>[]
  readonly accepted: number
  readonly duplicates: number
  readonly rejected: number
}

describe('muster import', () => {
  it('shows what it would send, and asks', async () => {
    const member = await asPerson(server(), server().acme.member.key)
    const { stdout, stderr, code } = await member.call(['import', '--home', codex, '--dry-run'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^Codex +2026-11-15 +2026-11-15 +4 +4 +11 +7$/m)
    expect(stderr).toContain('Never sent are prompts, answers, code')
    const refused = await member.call(['import', '--home', codex])
    expect(refused.code).not.toBe(0)
    expect(refused.stderr).toContain('Add --yes to go ahead.')
    const { data } = await server().acme.member.organization.myUsage({ startDate: '2026-11-15', endDate: '2026-11-15' })
    expect(data).toEqual([])
  })

  it('shows without a login what it would send, and says where that would go', async () => {
    const env = { HOME: await temporaryHome() }
    const shown = await muster(['import', '--home', codex, '--dry-run'], { env })
    expect(shown.stderr).toContain('This would go to the service that you log in to with `muster login`.')
    expect([shown.code, shown.stdout]).toEqual([
      0,
      expect.stringMatching(/^Codex +2026-11-15 +2026-11-15 +4 +4 +11 +7$/m),
    ])
    const named = await muster(['import', '--home', codex, '--dry-run', '--json', '--url', 'muster.example'], { env })
    expect(JSON.parse(named.stdout)).toMatchObject({ url: 'http://muster.example', agents: [{ modelCalls: 11 }] })
    expect((await muster(['import', '--home', codex, '--yes'], { env })).stderr).toContain('You are not logged in')
  })

  it('says which files it passes over', async () => {
    const home = await temporaryHome()
    await mkdir(join(home, '.local/share/opencode'), { recursive: true })
    await writeFile(join(home, '.local/share/opencode/opencode.db'), 'no database')
    const { stderr } = await muster(['import', '--home', home, '--dry-run'])
    expect(stderr).toMatch(/^Passed over: .*opencode\.db cannot be read .*\nNothing is left to import\.$/m)
  })

  it('sends everything once, then only additions, and may be repeated without its record', async () => {
    const member = await asPerson(server(), server().acme.member.key)
    const home = await temporaryHome()
    await cp(codex, home, { recursive: true })
    const send = () => member.json<Imported>('import', '--home', home, '--yes')
    // 4 sessions, 4 prompts, 11 calls with their answers, 7 tool calls.
    expect(await send()).toMatchObject({ accepted: 37, duplicates: 0, rejected: 0 })
    expect(await send()).toMatchObject({ agents: [], accepted: 0 })
    await cp(join(homes, 'codex/resume'), home, { recursive: true })
    const more = await send()
    expect([more.accepted, more.duplicates, more.rejected]).toEqual([26, 37, 0])
    await rm(join(member.env.HOME, '.muster/imported.json'))
    expect(await send()).toMatchObject({ accepted: 0, duplicates: 63 })
  })

  it('leaves out the days before those that the service has numbers for, and says so', async () => {
    const { member } = await newPeople(server(), 'acme')
    const person = await asPerson(server(), member.key)
    const home = await temporaryHome()
    await cp(codex, home, { recursive: true })
    const folder = join(home, '.codex/sessions/2026/11/15')
    for (const name of (await readdir(folder)).slice(0, 3)) {
      const text = await readFile(join(folder, name), 'utf8')
      await writeFile(join(folder, name), text.replaceAll('2026-11-15', '2026-01-13'))
    }
    const { stdout, stderr } = await person.call(['import', '--home', home, '--yes'])
    expect(stdout).toMatch(/^Codex +2026-11-15 +2026-11-15 +1 +1 +4 /m)
    expect(stderr).toContain('What is older than 2026-01-14 stays here')
    expect(stderr).not.toContain('refused')
  })

  it('fails when the service refuses events, says why, and has sent all others', async () => {
    const { member } = await newPeople(server(), 'acme')
    const person = await asPerson(server(), member.key)
    const home = await temporaryHome()
    await cp(codex, home, { recursive: true })
    const folder = join(home, '.codex/sessions/2026/11/15')
    const [name = ''] = await readdir(folder)
    const text = await readFile(join(folder, name), 'utf8')
    await writeFile(join(folder, name), text.replaceAll('2026-11-15', '2026-11-25'))
    const { code, stderr } = await person.call(['import', '--home', home, '--yes'])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/\d+ events were refused: time is more than 48 hours ahead/),
    ])
    expect(stderr).toMatch(/^[1-9]\d* events are new to the service, 0 it knew already\.$/m)
  })

  it('leaves out what a service of an earlier version does not know, and says what else was refused', async () => {
    const { member } = await newPeople(server(), 'acme')
    const call = { type: 'model_call', client: 'web', model: 'm', inputTokens: 5, outputTokens: 1 } as const
    const time = '2026-11-15T10:00:00Z'
    const events = [
      { ...call, time, id: 'plain' },
      { ...call, time, id: 'newer', mood: 'bright' },
      { ...call, time: '2025-11-15T10:00:00Z', id: 'too old' },
      { ...call, time, id: 'newest', mood: 'bright', hat: 'none', shoes: 'two' },
      { ...call, time, id: 'newer and wrong', mood: 'bright', outputTokens: -1 },
    ]
    expect(await sendKnownFields(member, events)).toEqual({
      accepted: 3,
      duplicates: 0,
      rejected: [
        { index: 2, error: expect.stringContaining('time is before') },
        { index: 4, error: expect.stringContaining('outputTokens must be') },
      ],
    })
  })

  it('keeps running with --watch, and sends what agents add', async () => {
    const { env } = await asPerson(server(), server().globex.member.key)
    const home = await temporaryHome()
    await cp(codex, home, { recursive: true })
    const args = [launcher, 'import', '--home', home, '--yes', '--watch']
    const child = spawn(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    // The second copy is made file by file, and may be sent in as many portions.
    const sent: number[] = []
    const all = () => sent.reduce((sum, each) => sum + each, 0)
    for await (const line of createInterface({ input: child.stderr })) {
      if (line.startsWith('Watching')) await cp(join(homes, 'codex/resume'), home, { recursive: true })
      const [, count] = /^(\d+) events? (?:is|are) new to the service/.exec(line) ?? []
      if (count !== undefined) sent.push(Number(count))
      if (all() >= 37 + 26) break
    }
    expect([sent[0], all()]).toEqual([37, 37 + 26])
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([130, null])
  })

  it('asks before it watches, also when there is nothing to send yet', async () => {
    const member = await asPerson(server(), server().acme.member.key)
    const { code, stderr } = await member.call(['import', '--home', await temporaryHome(), '--watch'])
    expect(code).not.toBe(0)
    expect(stderr).toContain('Add --yes to go ahead.')
  })

  it('says that Claude Code deletes its history', async () => {
    const member = await asPerson(server(), server().acme.member.key)
    const { stderr } = await member.call(['import', '--home', join(homes, 'claude-code/basic'), '--dry-run'])
    expect(stderr).toContain('Claude Code deletes its history after 30 days')
  })

  it('sends nothing that somebody wrote', async () => {
    const { portionsOf } = await import('@muster/history/import/portions')
    const { copyOfHome, readHome, recordedHomes } = await import('../../history/test/home.ts')
    for (const name of recordedHomes) {
      const { agent, ledger } = readHome(copyOfHome(name))
      const sent = JSON.stringify([...portionsOf([{ agent, ledger, roots: [], files: 1 }])])
      // Every prompt of the recordings holds its scenario, and every file and command the folder of work.
      expect(sent).not.toMatch(/scn:|\/home\/dev|hello\.py/)
    }
  })

  it('says where it looked if it found nothing', async () => {
    const member = await asPerson(server(), server().acme.member.key)
    const { code, stdout } = await member.call(['import', '--home', await temporaryHome(), '--yes'])
    expect(code).toBe(0)
    expect(stdout).toContain('No agent has left a history here yet.')
  })
})
