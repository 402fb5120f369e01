import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentHistories } from '../src/agents/agent-histories.ts'
import { readHistory, readHistoryOnTwoCores } from '../src/read-history.ts'
import { doOnTwoCores, type Progress } from '../src/reading/on-two-cores.ts'
import { Reading } from '../src/reading/reading.ts'
import { SecondThread } from '../src/reading/second-thread.ts'
import { summarize } from '../src/summary/usage.ts'
import { temporaryHome } from './home.ts'
import { answer, typed, writeLines } from './write-lines.ts'

const padding = 'x'.repeat(2 ** 20)

/** Enough for a second thread, with a call that stands in the first and in the last file, and a damaged line in each. */
function writeLargeHome(home: string): void {
  for (let file = 0; file < 40; file += 1) {
    const name = `00000000-0000-4000-8000-${String(file).padStart(12, '0')}`
    const timestamp = new Date(Date.UTC(2026, 9, 1 + file)).toISOString()
    const result = [{ tool_use_id: `tool-${file}`, type: 'tool_result', content: padding, is_error: file % 2 === 0 }]
    const content = [{ type: 'tool_use', id: `tool-${file}`, name: 'Read' }]
    const { message } = answer(`message-${file}`)
    const path = writeLines(home, `.claude/projects/-work/${name}.jsonl`, [
      typed(`Do ${file}.`, { timestamp, uuid: `prompt-${file}` }),
      answer('', { timestamp, message: { ...message, content } }),
      typed(result, { timestamp }),
      answer('everywhere', { timestamp }, { output_tokens: file }),
      '{"type":"assistant",',
    ])
    // A hole takes no place on the disk, and is read like everything else.
    truncateSync(path, 4 * 2 ** 20)
  }
}

const anEmptyFile = `{
  bytes: new Uint8Array(4), pieces: [{ job, length: 4, isFirst: true, isLast: true }],
  read: jobs[job].size, isLast: false
}`
const takeNine = `
  import { writeFileSync } from 'node:fs'
  import { parentPort, workerData } from 'node:worker_threads'
  const jobs = await new Promise((resolve) => parentPort.once('message', resolve))
  const job = Atomics.add(workerData, 0, 9)
  writeFileSync('MARK', '')
`

describe('a history that is read by two threads', () => {
  const home = mkdtempSync(join(tmpdir(), 'muster-two-cores-'))
  const homes = [{ home, environment: {} }]
  beforeAll(() => writeLargeHome(home))
  afterAll(() => rmSync(home, { recursive: true }))

  it('adds up to the same as one that is read by one, also from its index', async () => {
    const indexFolder = temporaryHome()
    const { usage } = summarize(readHistory(homes), { timezone: 'UTC' })
    expect(usage.totals).toMatchObject({
      calls: 41,
      sessions: 40,
      userMessages: 40,
      toolCalls: 40,
      failedToolCalls: 20,
    })
    expect(usage.totals.outputTokens).toBe(40 * 5 + 39)
    for (let round = 0; round < 2; round += 1) {
      const histories = await readHistoryOnTwoCores(homes, undefined, { indexFolder })
      const again = summarize(histories, { timezone: 'UTC' }).usage
      expect({ ...again, notes: again.notes.length }).toEqual({ ...usage, notes: usage.notes.length })
    }
    const index = readFileSync(join(indexFolder, 'history-claude-code.json'), 'utf8')
    expect(index.match(/^\["\/.*\.jsonl",/gm)).toHaveLength(40)
  })

  it.each([
    ['cannot start', "import './missing.js'", 40],
    ['fails with jobs in hand', `${takeNine} throw new Error('No.')`, 40],
    // This one says that its first file is empty, which nobody can know better.
    ['tells one job and ends with others in hand', `${takeNine} parentPort.postMessage(${anEmptyFile})`, 39],
  ])('is read whole by the first thread when the second %s', async (_, program, sessions) => {
    const mark = join(temporaryHome(), 'taken')
    const source = encodeURIComponent(program.replace('MARK', mark))
    const second = new SecondThread(new URL(`data:text/javascript,${source}`))
    const reading = new Reading(homes, agentHistories, { expect: (bytes) => second.expect(bytes) })
    const told: Progress[] = []
    await doOnTwoCores(reading, second, (progress) => {
      told.push(progress)
      // The second thread has begun by now. Nothing else is read until it has taken its jobs.
      if (progress.files === 3 && program.includes('MARK')) waitFor(mark)
    })
    expect(summarize(reading.end(), { timezone: 'UTC' }).usage.totals).toMatchObject({ sessions, calls: sessions + 1 })
    expect([...new Set(told.map(({ files }) => files))]).toEqual(Array.from({ length: 41 }, (_, index) => index))
    expect(told.map(({ bytes }) => bytes)).toEqual(told.map(({ bytes }) => bytes).toSorted((a, b) => a - b))
    expect(told.at(-1)).toMatchObject({ allFiles: 40, bytes: told[0]?.allBytes })
  })

  it('lets signals through while it is read', async () => {
    let files = 0
    let filesAtTurn = 0
    setImmediate(() => {
      filesAtTurn = files
    })
    await readHistoryOnTwoCores(homes, undefined, {
      tell(progress) {
        files = progress.files
        const endMs = performance.now() + 30
        if (files === 3) while (performance.now() < endMs);
      },
    })
    expect(files).toBe(40)
    expect(filesAtTurn).toBeLessThan(40)
  })

  it('lets signals through in the middle of a file', async () => {
    const alone = temporaryHome()
    const result = typed([{ tool_use_id: 'tool', type: 'tool_result', content: padding }])
    writeLines(alone, '.claude/projects/-work/one.jsonl', new Array(8).fill(result))
    let bytes = 0
    let bytesAtTurn = 0
    setImmediate(() => {
      bytesAtTurn = bytes
    })
    await readHistoryOnTwoCores([{ home: alone, environment: {} }], undefined, {
      tell(progress) {
        const endMs = performance.now() + 30
        if (bytes === 0) while (performance.now() < endMs);
        bytes = progress.bytes
      },
    })
    expect(bytes).toBeGreaterThan(8 * 2 ** 20)
    expect(bytesAtTurn).toBeLessThan(bytes / 2)
  })
})

function waitFor(path: string): void {
  const endMs = Date.now() + 60_000
  while (!existsSync(path)) if (Date.now() > endMs) throw new Error('The second thread took no job.')
}
