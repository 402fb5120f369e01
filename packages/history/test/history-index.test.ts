import { appendFileSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHistory } from '../src/read-history.ts'
import { summarize } from '../src/summary/usage.ts'
import { copyOfHome, recordedHomes, temporaryHome } from './home.ts'
import { answer, chat, writeLines } from './write-lines.ts'

function usageOf(home: string, indexFolder?: string) {
  return summarize(readHistory([{ home, environment: {} }], undefined, { indexFolder }), { timezone: 'UTC' }).usage
}

/** Long enough to be worth remembering. */
const long = answer('long', { padding: 'x'.repeat(5 * 2 ** 20) })

describe('a history with an index', () => {
  it.each(recordedHomes)('adds up to the same for %s, also the second time', (name) => {
    const home = copyOfHome(name)
    writeLines(home, '.claude/projects/-p/00000000-0000-4000-8000-00000000aaaa.jsonl', [long])
    const index = temporaryHome()
    const expected = usageOf(home)
    expect(usageOf(home, index)).toEqual(expected)
    expect(readdirSync(index)).toContain('history-claude-code.json')
    expect(usageOf(home, index)).toEqual(expected)
  })

  it('reads a file again that has grown, and no other', () => {
    const home = temporaryHome()
    const file = writeLines(home, chat, [long, answer('a')])
    const index = temporaryHome()
    const whole = new Date('2026-03-01T10:00:00Z')
    utimesSync(file, whole, whole)
    expect(usageOf(home, index).totals.calls).toBe(2)
    const { size } = statSync(file)
    // The same size and time with nothing in it: whoever read it would find no call.
    truncateSync(file, 0)
    truncateSync(file, size)
    utimesSync(file, whole, whole)
    expect(usageOf(home, index).totals.calls).toBe(2)
    appendFileSync(file, `\n${JSON.stringify(answer('b'))}\n`)
    expect(usageOf(home, index).totals.calls).toBe(1)
  })

  it('reads a file again when what the index has of it is damaged', () => {
    const home = temporaryHome()
    writeLines(home, chat, [long, answer('a')])
    const index = temporaryHome()
    usageOf(home, index)
    const file = join(index, 'history-claude-code.json')
    const whole = readFileSync(file)
    const found = whole.indexOf('long')
    expect(found).toBeGreaterThan(0)
    for (const byte of [0, 7, 255]) {
      const damaged = Buffer.from(whole)
      damaged[found] = byte
      writeFileSync(file, damaged)
      expect(usageOf(home, index).totals.calls).toBe(2)
      // The damaged one is replaced.
      expect(readFileSync(file).equals(whole)).toBe(true)
    }
  })

  it('counts a call that is in two homes once', () => {
    const [one, other, index] = [temporaryHome(), temporaryHome(), temporaryHome()]
    for (const home of [one, other]) writeLines(home, chat, [long, answer('a')])
    const both = [one, other].map((home) => ({ home, environment: {} }))
    for (let round = 0; round < 2; round += 1) {
      const histories = readHistory(both, undefined, { indexFolder: index })
      expect(summarize(histories, { timezone: 'UTC' }).usage.totals).toMatchObject({ calls: 2, sessions: 1 })
    }
  })

  it.each([
    '',
    '{',
    '{"format":1,"files":{}}',
    '{"format":2}\n["x",7,7]\t[]\n',
    '{"format":5}\n',
    '{"format":5}\n["x",7\n\n[13]\n',
    '{"format":5}\n["x",7,7,[0,7,7]]\n\n[99]\n',
    '{"format":5}\n7\n\n[13]\n',
  ])('ignores an index that contains %j', (text) => {
    const home = temporaryHome()
    writeLines(home, chat, [long, answer('a')])
    const index = temporaryHome()
    const file = join(index, 'history-claude-code.json')
    writeFileSync(file, text)
    expect(usageOf(home, index).totals.calls).toBe(2)
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"format":5\}\n.*\n\[\d+\]\n$/s)
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('forgets what a writer left that was ended before it was done', () => {
    const home = temporaryHome()
    writeLines(home, chat, [long, answer('a')])
    const index = temporaryHome()
    // No process has such a number.
    const left = join(index, `history-claude-code.json.${2 ** 30}`)
    writeFileSync(left, 'half')
    usageOf(home, index)
    expect(readdirSync(index)).toEqual(['history-claude-code.json'])
  })

  it('works with an index that cannot be written, and writes none for a small history', () => {
    const home = temporaryHome()
    const file = writeLines(home, chat, [long])
    expect(usageOf(home, join(file, 'below a file')).totals.calls).toBe(1)
    const small = temporaryHome()
    writeLines(small, chat, [answer('a')])
    const index = temporaryHome()
    expect(usageOf(small, index).totals.calls).toBe(1)
    expect(readdirSync(index)).toEqual([])
  })
})
