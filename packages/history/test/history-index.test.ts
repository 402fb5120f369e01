import { execFile } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { useHistory } from '../src/read-history.ts'
import { summarize } from '../src/summary/usage.ts'
import { copyOfHome, recordedHomes, temporaryHome } from './home.ts'
import { answer, chat, writeLines } from './write-lines.ts'

const summary = (histories: Parameters<typeof summarize>[0]) => summarize(histories, { timezone: 'UTC' }).usage

function usageOf(home: string, indexFolder?: string) {
  return useHistory([{ home, environment: {} }], { indexFolder }, summary)
}

async function callsOf(home: string, indexFolder?: string): Promise<number> {
  return (await usageOf(home, indexFolder)).totals.calls
}

const then = new Date('2026-03-01T10:00:00Z')
const long = answer('long', { padding: 'x'.repeat(10_000) })

describe('a history with an index', () => {
  it.each(recordedHomes)('adds up to the same for %s, also the second time', async (name) => {
    const [home, index] = [copyOfHome(name), temporaryHome()]
    const expected = await usageOf(home)
    expect(await usageOf(home, index)).toEqual(expected)
    expect(await usageOf(home, index)).toEqual(expected)
  })

  it('reads no file again that has the same size and time', async () => {
    const [home, index] = [temporaryHome(), temporaryHome()]
    const file = writeLines(home, chat, [long, answer('a')])
    utimesSync(file, then, then)
    expect(await callsOf(home, index)).toBe(2)
    // Whoever read it would find no call.
    writeFileSync(file, Buffer.alloc(statSync(file).size))
    utimesSync(file, then, then)
    expect(await callsOf(home, index)).toBe(2)
    utimesSync(file, new Date(), new Date())
    expect(await callsOf(home, index)).toBe(0)
  })

  it('reads only what was added to a file, and all of one that begins otherwise', async () => {
    const [home, index] = [temporaryHome(), temporaryHome()]
    const file = writeLines(home, chat, [answer('a'), long])
    expect(await callsOf(home, index)).toBe(2)
    // Whoever read the beginning would not find the first call, which no agent ever changes.
    const line = JSON.stringify(answer('a'))
    writeFileSync(file, readFileSync(file, 'utf8').replace(line, ' '.repeat(line.length)))
    appendFileSync(file, `${JSON.stringify(answer('b'))}\n`)
    expect(await callsOf(home, index)).toBe(3)
    writeLines(
      home,
      chat,
      [...'cdefgh'].map((id) => answer(id, { padding: 'y'.repeat(10_000) })),
    )
    expect(await callsOf(home, index)).toBe(6)
  })

  it('forgets files that are gone, and keeps those of other homes', async () => {
    const [home, other, index] = [temporaryHome(), temporaryHome(), temporaryHome()]
    const gone = writeLines(home, '.claude/projects/-work/gone.jsonl', [answer('a'), answer('b')])
    writeLines(home, chat, [answer('a')])
    const kept = writeLines(other, chat, [answer('c')])
    utimesSync(kept, then, then)
    expect(await callsOf(other, index)).toBe(1)
    expect(await callsOf(home, index)).toBe(2)
    rmSync(gone)
    expect(await callsOf(home, index)).toBe(1)
    writeFileSync(kept, Buffer.alloc(statSync(kept).size))
    utimesSync(kept, then, then)
    expect(await callsOf(other, index)).toBe(1)
    rmSync(other, { recursive: true })
    await callsOf(home, index)
    const tables = new DatabaseSync(join(index, 'history.db'))
    expect(tables.prepare('select path from files').all()).toEqual([{ path: join(home, chat) }])
    tables.close()
  })

  it('takes back what a last line told that then goes on', async () => {
    const [home, index] = [temporaryHome(), temporaryHome()]
    const file = writeLines(home, chat, [answer('a'), answer('b')], '')
    expect(await callsOf(home, index)).toBe(2)
    appendFileSync(file, 'x\n')
    expect(await callsOf(home, index)).toBe(1)
  })

  it('tries a file again that could not be read', async () => {
    const [home, index] = [temporaryHome(), temporaryHome()]
    const file = join(home, '.gemini/tmp/0a1b/chats/session-1.json')
    writeLines(home, '.gemini/tmp/0a1b/chats/session-1.json', ['{'], '')
    utimesSync(file, then, then)
    expect((await usageOf(home, index)).notes).toEqual([`Passed over: ${file} is no JSON.`])
    writeFileSync(file, '7')
    utimesSync(file, then, then)
    expect((await usageOf(home, index)).notes).toEqual([])
  })
})

/** The index of a small history, and whatever is done to it. */
async function withIndex(change: (path: string) => void) {
  const [home, index] = [copyOfHome('codex/basic'), temporaryHome()]
  await usageOf(home, index)
  change(join(index, 'history.db'))
  return { home, index }
}

function inDatabase(...statements: readonly string[]) {
  return (path: string) => {
    const database = new DatabaseSync(path)
    for (const statement of statements) database.exec(statement)
    database.close()
  }
}

describe('an index', () => {
  it.each<[string, (path: string) => void]>([
    ['empty', (path) => writeFileSync(path, '')],
    ['no database', (path) => writeFileSync(path, 'not a database at all, '.repeat(1000))],
    ['cut off', (path) => writeFileSync(path, readFileSync(path).subarray(0, 3 * 4096))],
    ['of an older version', inDatabase('pragma user_version = 0')],
    ['of a newer version', inDatabase('pragma user_version = 1000', 'drop table calls')],
    ['of another program', inDatabase('pragma application_id = 7')],
    ['without one of its tables', inDatabase('drop table tools')],
  ])('that is %s is made anew, for this user alone', async (_name, change) => {
    const { home, index } = await withIndex(change)
    const expected = await usageOf(home)
    for (let round = 0; round < 2; round += 1) expect(await usageOf(home, index)).toEqual(expected)
    const tables = new DatabaseSync(join(index, 'history.db'))
    expect(tables.prepare('select count(*) as files from files').get()).toEqual({ files: 4 })
    for (const name of readdirSync(index)) expect(statSync(join(index, name)).mode & 0o077).toBe(0)
    tables.close()
  })

  it('gives right numbers whichever of its pages is lost', async () => {
    const { home, index } = await withIndex(() => {})
    const expected = await usageOf(home)
    const path = join(index, 'history.db')
    const whole = readFileSync(path)
    expect(whole.length).toBeGreaterThan(4 * 4096)
    for (let page = 0; page < whole.length; page += 4096) {
      writeFileSync(path, Buffer.from(whole).fill(0, page, page + 4096))
      expect(await usageOf(home, index)).toEqual(expected)
    }
  })

  it.each<[string, (path: string) => void]>([
    ['a folder is in its place', (path) => mkdirSync(join(path, 'below'), { recursive: true })],
    ['its folder is a file', (path) => writeFileSync(join(path, '..'), '')],
    ['another program holds it', (path) => new DatabaseSync(path).exec('begin exclusive')],
  ])('is not needed: %s', async (_name, prevent) => {
    const home = copyOfHome('codex/basic')
    const index = join(temporaryHome(), 'cache')
    if (_name !== 'its folder is a file') mkdirSync(index)
    prevent(join(index, 'history.db'))
    expect(await callsOf(home, index)).toBe(11)
  })

  it('serves several processes at once while agents write', async () => {
    const [home, index] = [temporaryHome(), temporaryHome()]
    const fileOf = (number: number) => `.claude/projects/-work/session-${number}.jsonl`
    for (let number = 0; number < 200; number += 1) writeLines(home, fileOf(number), [answer(`${number}`), long])
    const source = (path: string) => JSON.stringify(join(import.meta.dirname, '../src', path))
    const script = `
      import { useHistory } from ${source('read-history.ts')}
      import { summarize } from ${source('summary/usage.ts')}
      const homes = [{ home: ${JSON.stringify(home)}, environment: {} }]
      const calls = (histories) => summarize(histories, { timezone: 'UTC' }).usage.totals.calls
      for (let round = 0; round < 5; round += 1) {
        console.log(await useHistory(homes, { indexFolder: ${JSON.stringify(index)} }, calls))
      }`
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    const running = Promise.all([run(), run(), run()])
    for (let number = 0; number < 200; number += 10) {
      appendFileSync(join(home, fileOf(number)), `${JSON.stringify(answer(`more ${number}`))}\n`)
    }
    for (const { stdout, stderr } of await running) {
      expect(stderr).toBe('')
      const counts = stdout.trim().split('\n').map(Number)
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
      expect(counts.at(-1)).toBeLessThanOrEqual(221)
    }
    expect(await callsOf(home, index)).toBe(221)
  })
})
