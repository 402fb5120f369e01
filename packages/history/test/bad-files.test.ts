import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentIds } from '@muster/contract/agents'
import { describe, expect, it } from 'vitest'
import type { AgentHistory } from '../src/agents/agent-history.ts'
import { claudeCode } from '../src/agents/claude-code.ts'
import { readHistory } from '../src/read-history.ts'
import type { ModelCall, Sink } from '../src/record.ts'
import { summarize } from '../src/summary/usage.ts'
import { copyOfHome, readHome, temporaryHome } from './home.ts'
import { answer, chat, writeLines } from './write-lines.ts'

function keysOf(calls: readonly ModelCall[]): string[] {
  return calls.map(({ key }) => key)
}

function notesOf(home: string): readonly string[] {
  return summarize(readHome(home).histories, { timezone: 'UTC' }).usage.notes
}

describe('a file of JSON lines', () => {
  it('with an unfinished last line is read up to there, and that is reported', () => {
    const home = temporaryHome()
    writeLines(home, chat, [answer('a'), JSON.stringify(answer('b')).slice(0, -30)], '')
    expect(readHome(home).calls).toHaveLength(1)
    expect(notesOf(home)).toEqual([expect.stringMatching(/^Passed over: .*\.jsonl an unfinished last line\.$/)])
  })

  it('whose last line has no end of line is read whole', () => {
    const home = temporaryHome()
    writeLines(home, chat, [answer('a'), answer('b')], '')
    expect(readHome(home).calls).toHaveLength(2)
  })

  it('with damaged lines and NUL bytes is read without them, and their number is reported', () => {
    const home = temporaryHome()
    const damaged = JSON.stringify(answer('x')).replace('{', '{{')
    writeLines(home, chat, [answer('a'), damaged, `\0\0${JSON.stringify(answer('y'))}`, '\0\0\0', '', answer('b')])
    expect(keysOf(readHome(home).calls)).toEqual(['a', 'b'])
    expect(notesOf(home)).toEqual([expect.stringMatching(/^Passed over: .*\.jsonl 2 damaged lines\.$/)])
  })

  it('with a line of 200 MB is read without it, and that is reported', () => {
    const home = temporaryHome()
    const file = writeLines(home, chat, [answer('a')])
    appendFileSync(file, '{"type":"assistant","text":"')
    truncateSync(file, 200 * 2 ** 20)
    appendFileSync(file, `"}\n${JSON.stringify(answer('b'))}\n`)
    expect(keysOf(readHome(home).calls)).toEqual(['a', 'b'])
    expect(notesOf(home)).toEqual([expect.stringContaining('1 line of more than 64 MB')])
  })

  it('that grows while it is read is read up to some line, and completely the next time', () => {
    const home = temporaryHome()
    const long = answer('a', { padding: 'x'.repeat(5 * 2 ** 20) })
    const file = writeLines(home, chat, [long])
    const lines = ['b', 'c'].map((id) => `${JSON.stringify(answer(id))}\n`)
    const growing: AgentHistory = {
      ...claudeCode,
      read(path, root, sink, memory) {
        const call = (one: ModelCall) => {
          appendFileSync(file, lines.splice(0).join(''))
          sink.call(one)
        }
        const get = (_: Sink, name: keyof Sink) => (name === 'call' ? call : sink[name].bind(sink))
        return claudeCode.read(path, root, new Proxy(sink, { get } as ProxyHandler<Sink>), memory)
      },
    }
    const options = { indexFolder: temporaryHome() }
    const read = (agent: AgentHistory) => {
      const [history] = readHistory([{ home, environment: {} }], [agent], options)
      return keysOf([...(history?.ledger.calls() ?? [])])
    }
    expect(read(growing)).toContain('a')
    expect(read(claudeCode)).toEqual(['a', 'b', 'c'])
  })

  it('of more than 4 GB is read to its end', () => {
    const home = temporaryHome()
    const file = writeLines(home, chat, [answer('a')])
    truncateSync(file, 5 * 2 ** 30)
    appendFileSync(file, `\n${JSON.stringify(answer('b'))}\n`)
    expect(keysOf(readHome(home).calls)).toEqual(['a', 'b'])
    expect(notesOf(home)).toEqual([expect.stringContaining('1 line of more than 64 MB')])
  })

  it('reads lines that are longer than one read', () => {
    const home = temporaryHome()
    const long = answer('a', { padding: 'ü'.repeat(3_000_000) })
    writeLines(home, chat, [long, answer('b'), { ...long, message: answer('c').message }])
    expect(keysOf(readHome(home).calls)).toEqual(['a', 'b', 'c'])
  })

  it('that holds other things than objects is harmless', () => {
    const home = temporaryHome()
    const strange = ['null', '7', '"type":"assistant"', '["\\"type\\":\\"assistant\\""]', '{"type":"assistant"}']
    writeLines(home, chat, [...strange, answer('a', { message: null }), answer('a', { timestamp: 7 }), answer('a')])
    expect(readHome(home).calls).toHaveLength(1)
  })
})

it('does not read a session of one document that has gigabytes, and reports it', () => {
  const home = temporaryHome()
  const file = writeLines(home, '.gemini/tmp/0a1b/chats/session-1.json', ['{'])
  truncateSync(file, 5 * 2 ** 30)
  expect(notesOf(home)).toEqual([expect.stringContaining('has more than 64 MB')])
})

it('ignores invalid counts', () => {
  const home = temporaryHome()
  const usage = { input_tokens: -5, output_tokens: 1e300, cache_read_input_tokens: Number.NaN }
  writeLines(home, chat, [answer('a', {}, usage)])
  const { totals } = summarize(readHome(home).histories, { timezone: 'UTC' }).usage
  expect(totals).toMatchObject({ calls: 1, inputTokens: 0, cacheReadTokens: 0, outputTokens: 0 })
})

it('follows links to other places, and reads each place once', () => {
  const [home, disk] = [temporaryHome(), temporaryHome()]
  writeLines(home, chat, [answer('a')])
  writeLines(disk, 'moved/b.jsonl', [answer('b')])
  const file = writeLines(disk, 'c.jsonl', [answer('c')])
  const projects = join(home, '.claude/projects')
  symlinkSync(join(disk, 'moved'), join(projects, 'moved'))
  symlinkSync(join(disk, 'moved'), join(projects, 'moved-again'))
  symlinkSync(file, join(projects, 'c.jsonl'))
  const { files, calls } = readHome(home)
  expect(files).toBe(3)
  expect(keysOf(calls)).toEqual(['a', 'b', 'c'])
})

it('does not follow links in circles, and reports a link that leads nowhere', () => {
  const [home, disk] = [temporaryHome(), temporaryHome()]
  writeLines(home, chat, [answer('a')])
  const projects = join(home, '.claude/projects')
  symlinkSync(join(home, '.claude'), join(projects, 'around'))
  symlinkSync('.', join(projects, 'itself'))
  symlinkSync(disk, join(projects, 'disk'))
  symlinkSync(projects, join(disk, 'back'))
  symlinkSync('.', join(disk, 'itself'))
  expect(readHome(home).files).toBe(1)
  expect(notesOf(home)).toEqual([])
  symlinkSync('endless.jsonl', join(projects, 'endless.jsonl'))
  expect(notesOf(home)).toEqual([`Passed over: ${join(projects, 'endless.jsonl')} cannot be read (ELOOP).`])
})

describe.skipIf(process.platform !== 'linux')('memory', () => {
  /** Adds up a history in a process of its own: how many calls it has, and how many megabytes that took at most. */
  function addUp(home: string): number[] {
    const source = (path: string) => JSON.stringify(join(import.meta.dirname, '../src', path))
    // The most memory of this program alone: `maxRSS` begins with that of the process that started it.
    const script = `
      import { readFileSync } from 'node:fs'
      import { readHistory } from ${source('read-history.ts')}
      import { summarize } from ${source('summary/usage.ts')}
      const histories = readHistory([{ home: ${JSON.stringify(home)}, environment: {} }])
      const { calls } = summarize(histories, { timezone: 'UTC' }).usage.totals
      const [, kilobytes] = /^VmHWM:\\s+(\\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))
      console.log(calls, Math.round(kilobytes / 1024))`
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    return printed.split(' ').map(Number)
  }

  it('is not needed for what stands between records', () => {
    const home = temporaryHome()
    const file = writeLines(home, chat, [answer('a')])
    // Holes take no place on the disk, and are read like everything else.
    for (let line = 1; line <= 400; line += 1) {
      truncateSync(file, line * 2 ** 20)
      appendFileSync(file, '\n')
    }
    appendFileSync(file, `${JSON.stringify(answer('b'))}\n`)
    const [calls, megabytes] = addUp(home)
    expect(calls).toBe(2)
    // Node itself takes most of this; the history alone has 400.
    expect(megabytes).toBeLessThan(200)
  })

  it('is not needed for each call', () => {
    const home = temporaryHome()
    writeLines(
      home,
      chat,
      Array.from({ length: 150_000 }, (_, number) => answer(`call ${number}`)),
    )
    const [calls, megabytes] = addUp(home)
    expect(calls).toBe(150_000)
    // An object for each takes another 110.
    expect(megabytes).toBeLessThan(160)
  })
})

it.each(['folder', 'file'])('reports what it may not read: a %s', (kind) => {
  const home = temporaryHome()
  const file = writeLines(home, chat, [answer('a')])
  const closed = kind === 'file' ? file : join(home, '.claude/projects')
  chmodSync(home, 0o755)
  chmodSync(closed, 0)
  const isRoot = process.getuid?.() === 0
  // Root may read everything, so it becomes nobody for a moment.
  if (isRoot) process.seteuid?.(65534)
  try {
    const { usage } = summarize(readHome(home, 'claude-code').histories, { timezone: 'UTC' })
    expect(usage.notes).toContainEqual(expect.stringMatching(/^Passed over: .* cannot be read \(EACCES\)/))
  } finally {
    if (isRoot) process.seteuid?.(0)
    chmodSync(closed, 0o755)
  }
})

it('counts records that are in two homes once', () => {
  const homes = [temporaryHome(), temporaryHome()]
  for (const home of homes) writeLines(home, chat, [answer('a'), answer('b')])
  const histories = readHistory(homes.map((home) => ({ home, environment: {} })))
  expect(summarize(histories, { timezone: 'UTC' }).usage.totals).toMatchObject({ calls: 2, sessions: 1 })
})

it('reports a clock that was in the future', () => {
  const home = temporaryHome()
  writeLines(home, chat, [answer('a', { timestamp: '2099-01-01T00:00:00Z' })])
  expect(notesOf(home)).toEqual([expect.stringContaining('1 call is dated in the future')])
})

it('reports tokens without a price, and never as free', () => {
  const home = temporaryHome()
  writeLines(home, chat, [answer('a', { message: { ...answer('a').message, model: 'model-of-nobody' } })])
  const { usage } = summarize(readHome(home).histories, { timezone: 'UTC' })
  expect(usage.totals.cost).toBeNull()
  expect(usage.notes).toEqual(['15 tokens have no price (model-of-nobody) and are not in the cost.'])
})

it('names a model of which only some tokens have a price', () => {
  const { usage } = summarize(readHome(copyOfHome('qwen-code/resume')).histories, { timezone: 'UTC' })
  expect(usage.totals.cost).not.toBeNull()
  expect(usage.notes).toEqual(['8,002 tokens have no price (qwen3-max) and are not in the cost.'])
})

it.each([
  ['is none', 'not a database at all, '.repeat(100)],
  ['has other tables', ''],
])('skips a database that %s', (_name, content) => {
  const home = temporaryHome()
  mkdirSync(join(home, '.local/share/opencode'), { recursive: true })
  writeFileSync(join(home, '.local/share/opencode/opencode.db'), content)
  expect(notesOf(home)).toEqual([expect.stringMatching(/opencode\.db cannot be read/)])
})

it('says nothing when there is no agent at all', () => {
  const { histories } = readHome(temporaryHome(), 'codex')
  expect(histories.map(({ files }) => files)).toEqual(agentIds.map(() => 0))
})
