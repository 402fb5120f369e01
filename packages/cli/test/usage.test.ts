import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inTmux } from './in-tmux.ts'
import { launcher, muster, run, temporaryHome } from './run-muster.ts'

const homes = join(import.meta.dirname, '../../history/test/fixtures/homes')
const claude = join(homes, 'claude-code/resume')
const codex = join(homes, 'codex/basic')

describe('muster usage', () => {
  it('tells what agents used, day by day, with plain digits in a pipe', async () => {
    const { stdout, code } = await muster(['usage', '--home', claude, '--home', codex, '--timezone', 'UTC'])
    expect(code).toBe(0)
    const lines = stdout.split('\n')
    expect(lines[0]).toMatch(/^DAY +CALLS +INPUT +CACHE W +CACHE R +OUTPUT +COST/)
    expect(lines[1]).toMatch(/^2026-11-15 +21 +\d{5} +\d{4} +\d{5} +\d{4} +~\$0\.\d\d +█{12}$/)
    expect(lines[2]).toMatch(/^TOTAL +21 /)
    expect(stdout).toContain('estimated by list prices, the newest of 2026-04-23;')
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
    expect(stdout).toMatch(/^Read: Claude Code, Codex\. Times are in UTC\.$/m)
  })

  it('says of which agents nothing could be read, and why', async () => {
    const home = await temporaryHome()
    await mkdir(join(home, '.local/share/opencode'), { recursive: true })
    await writeFile(join(home, '.local/share/opencode/opencode.db'), 'no database')
    const both = await muster(['usage', '--home', home, '--home', codex, '--timezone', 'UTC'])
    expect(both.stdout).toMatch(/^Passed over: .*opencode\.db cannot be read/m)
    expect(both.stdout).toMatch(/^Read: Codex\. Not read: opencode, as said above\. Times are in UTC\.$/m)
    const alone = await muster(['usage', '--home', home, '--timezone', 'UTC'])
    expect(alone.stdout).toMatch(/^Not read: opencode, as said above\. Times are in UTC\.$/m)
  })

  it('leaves no column out in a pipe, however wide the names are', async () => {
    const { stdout } = await muster(['usage', '--by', 'session', '--home', claude, '--timezone', 'UTC'])
    expect(stdout.split('\n')[0]).toMatch(/^SESSION +DAY +FOLDER +CALLS +INPUT +CACHE W +CACHE R +OUTPUT +COST/)
  })

  it('gives programs exact numbers, with the source of each cost', async () => {
    const { stdout } = await muster(['usage', '--json', '--home', claude, '--timezone', 'UTC'])
    const usage = JSON.parse(stdout)
    expect(Object.keys(usage)).toEqual(['timezone', 'rows', 'activity', 'totals', 'notes'])
    expect(usage.rows).toHaveLength(2)
    expect(usage.rows[1]).toMatchObject({
      date: '2026-11-15',
      agent: 'claude-code',
      model: 'claude-sonnet-4-5',
      calls: 9,
      inputTokens: 10_809,
      cacheReadTokens: 36_009,
      cacheWriteTokens: 4_527,
      outputTokens: 963,
      reasoningTokens: 0,
      cost: { currency: 'USD', source: 'estimated', pricesOf: '2025-09-29' },
    })
    // 10,809 at $3, 36,009 at $0.30, 3,627 at $3.75, 900 at $6, 963 at $15 for a million.
    expect(usage.rows[1].cost.amount).toBeCloseTo(0.07667595, 8)
    expect(usage.activity).toEqual([
      { date: '2026-11-15', agent: 'claude-code', sessions: 2, userMessages: 5, toolCalls: 5, failedToolCalls: 0 },
    ])
  })

  it('prefers the cost that an agent reports over any price', async () => {
    const home = join(homes, 'opencode/old-files')
    const { totals } = JSON.parse((await muster(['usage', '--json', '--home', home])).stdout)
    expect(totals.cost).toEqual({
      amount: expect.closeTo(0.045822, 6),
      currency: 'USD',
      source: 'reported',
      pricesOf: null,
    })
  })

  it.each(['', 'Mars/Base'])('counts in UTC where the zone of the machine is %j', async (TZ) => {
    const { stdout } = await muster(['usage', '--json', '--home', claude], { env: { TZ } })
    expect(JSON.parse(stdout)).toMatchObject({
      timezone: 'UTC',
      rows: [{ date: '2026-11-15' }, { date: '2026-11-15' }],
    })
  })

  it('counts days alike in the zone of the machine and in one that is named', async () => {
    const all = ['usage', '--json', '--home', claude, '--home', codex]
    const ofMachine = await muster(all, { env: { TZ: 'Pacific/Pago_Pago' } })
    const named = await muster([...all, '--timezone', 'Pacific/Pago_Pago'], { env: { TZ: 'America/New_York' } })
    expect(JSON.parse(ofMachine.stdout)).toEqual(JSON.parse(named.stdout))
    expect(ofMachine.stdout).toContain('"date": "2026-11-14"')
  })

  it('leaves out other days and agents', async () => {
    const later = await muster(['usage', '--json', '--home', claude, '--since', '20261116'])
    expect(JSON.parse(later.stdout).totals).toMatchObject({ calls: 0, cost: null, sessions: 0 })
    const other = await muster(['usage', '--json', '--home', claude, '--agent', 'codex'])
    expect(JSON.parse(other.stdout).rows).toEqual([])
  })

  it.each(['week', 'month', 'model', 'project', 'session', 'agent', 'block'])('adds up by %s', async (by) => {
    const { stdout, code } = await muster(['usage', '--by', by, '--home', claude, '--timezone', 'UTC'])
    expect(code).toBe(0)
    const named: Record<string, RegExp> = {
      week: /^2026-11-09 /m,
      month: /^2026-11 /m,
      model: /^claude-sonnet-4-5 .*\n.*claude-opus-4-5 /m,
      project: /^\/home\/dev\/work /m,
      session: /^7437bd17-\S+ +2026-11-15 +\/home\/dev\/work /m,
      agent: /^claude-code /m,
      block: /^2026-11-15 08:00 /m,
    }
    expect(stdout).toMatch(named[by] ?? /never/)
    expect(stdout).toMatch(by === 'session' ? /^TOTAL( +-){2} +10 /m : /^TOTAL +10 /m)
  })

  it('prints one line for a status line, with the session that the agent names', async () => {
    const input = JSON.stringify({ session_id: '7437bd17-4bd2-448b-af63-aaa62cf0d4cd' })
    const { stdout } = await muster(['usage', '--statusline', '--home', claude], { input })
    expect(stdout).toMatch(/^~\$0\.\d\d session · /)
    expect(stdout.trimEnd()).not.toContain('\n')
  })

  it('says in the status line that nothing was used, not that its cost is unknown', async () => {
    const { stdout } = await muster(['usage', '--statusline', '--home', await temporaryHome()])
    expect(stdout).toBe('nothing today · nothing this month\n')
  })

  it('says where it looked if it found nothing', async () => {
    const { stdout, code } = await muster(['usage'], { env: { HOME: await temporaryHome() } })
    expect(code).toBe(0)
    expect(stdout).toContain('No agent has left a history here yet.')
    expect(stdout).toMatch(/Qwen Code {4}.*\.qwen/)
  })

  it.each([['usage'], ['import', '--dry-run']])(
    'says what it could not read if that is all there is: %s',
    async (...args) => {
      const home = await temporaryHome()
      await symlink('.codex', join(home, '.codex'))
      const { stdout, code } = await muster([...args, '--home', home])
      expect(code).toBe(0)
      expect(stdout).toContain('No history that can be read was found.')
      expect(stdout).toContain(`Passed over: ${join(home, '.codex/sessions')} cannot be read (ELOOP).`)
    },
  )

  it.each([
    [['--since', 'yesterday'], '--since takes a day like 2026-11-15.'],
    [['--since', '2026-11-02', '--until', '2026-11-01'], 'The last day is before the first.'],
    [['--timezone', 'Mars/Base'], 'There is no time zone "Mars/Base".'],
    [['--agent', 'clippy'], 'There is no agent "clippy".'],
    [['--live'], '--live draws on a terminal.'],
    [['--live', '--json'], '--live draws a page for people, and does not go with --json.'],
    [['--statusline', '--json'], '--statusline prints one line of text'],
    [['--statusline', '--live'], '--statusline prints one line of text'],
  ])('refuses %j with what to do', async (args, message) => {
    const { stderr, code } = await muster(['usage', '--home', claude, ...args])
    expect(stderr).toContain(message)
    expect(code).toBe(2)
  })
})

/** A clock that runs a million times as fast, so that every file takes longer than a person waits. */
const quickClock = 'const { uptime } = process; process.uptime = () => uptime() * 1e6'

describe('muster usage on a terminal', () => {
  const inTerminal = async (line: string) => {
    const command = `${process.execPath} ${launcher} usage --home ${claude} --home ${codex} ${line}`
    const env = {
      HOME: await temporaryHome(),
      NO_COLOR: '1',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(quickClock)}`,
    }
    const { stdout } = await run('script', ['-qec', command, '/dev/null'], { env })
    return stdout.replaceAll('\r\u001b[2K', '<clear>')
  }

  it('draws what agents used, day by day, within 80 columns', async () => {
    const [header, row, total, ...rest] =
      (await inTerminal('--timezone UTC')).split('<clear>').at(-1)?.split('\r\n') ?? []
    expect(header).toMatch(/^DAY +CALLS +INPUT +CACHE W +CACHE R +OUTPUT +COST$/)
    expect(row).toMatch(/^2026-11-15 +21 +25\.2K +5\.03K +84\.0K +2\.25K +~\$0\.\d\d +█{12}$/)
    expect(total).toMatch(/^TOTAL +21 /)
    for (const line of [header, row, total, ...rest]) expect(line?.length).toBeLessThanOrEqual(80)
  })

  it('shows how far a long reading is, and removes that before the answer', async () => {
    const shown = await inTerminal('')
    const drawn = [...shown.matchAll(/<clear>Reading: 0 MB of 0 MB, (\d) of 6 files …/g)].map(([, files]) => files)
    expect([...new Set(drawn)]).toEqual(['0', '1', '2', '3', '4', '5', '6'])
    expect(shown).toContain('6 of 6 files …<clear>DAY ')
  })

  it.each(['--json', '| cat', '2> /dev/null'])('shows nothing of it with %s', async (line) => {
    expect(await inTerminal(line)).not.toContain('<clear>')
  })
})

describe('muster usage --live', () => {
  /** A history of many days, of which the last is the most interesting. */
  async function longHistory(): Promise<string> {
    const home = await temporaryHome()
    const folder = join(home, '.claude/projects/-work')
    await mkdir(folder, { recursive: true })
    const lines = Array.from({ length: 28 }, (_, index) => {
      const day = String(index + 1).padStart(2, '0')
      const message = { id: `m${day}`, model: 'claude-sonnet-4-5', usage: { input_tokens: 1_000, output_tokens: 10 } }
      const ids = { sessionId: 's', requestId: `r${day}`, uuid: `u${day}` }
      return JSON.stringify({ type: 'assistant', timestamp: `2026-02-${day}T12:00:00.000Z`, ...ids, message })
    })
    await writeFile(join(folder, 's.jsonl'), `${lines.join('\n')}\n`)
    return home
  }

  it('shows the newest rows if not all fit, says how many it left out, and leaves the whole page behind', async () => {
    const home = await longHistory()
    const terminal = inTmux(
      ['usage', '--live', '--home', home, '--timezone', 'UTC'],
      { HOME: home, NO_COLOR: '1' },
      80,
      20,
    )
    const screen = await terminal.shows('Ctrl-C ends it.')
    expect(screen).toMatch(/^DAY +CALLS/)
    expect(screen).toMatch(
      /^2026-02-28 .*\nTOTAL +28 .*\n(\d+) more rows: make the window higher, or leave --live out\.$/m,
    )
    expect(screen).not.toContain('2026-02-01')
    expect(screen.split('\n').length).toBeLessThanOrEqual(20)
    terminal.resize(80, 40)
    await terminal.shows('2026-02-01')
    expect(terminal.screen()).not.toContain('more rows')
    terminal.resize(80, 20)
    terminal.press('C-c')
    await terminal.shows('ended with 0')
    expect(terminal.whole().match(/^2026-02-\d\d /gm)).toHaveLength(28)
    expect(terminal.whole()).not.toContain('Ctrl-C ends it.')
  })
})
