import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readHistory, readHistoryOnTwoCores } from '../src/read-history.ts'
import { summarize } from '../src/summary/usage.ts'
import { temporaryHome } from './home.ts'
import { answer, typed, writeLines } from './write-lines.ts'

const padding = 'x'.repeat(2 ** 20)

/** Enough for a second thread, with a call that stands in the first and in the last file, and a damaged line in each. */
function largeHome(): string {
  const home = temporaryHome()
  for (let file = 0; file < 40; file += 1) {
    const name = `00000000-0000-4000-8000-${String(file).padStart(12, '0')}`
    const timestamp = new Date(Date.UTC(2026, 9, 1 + file)).toISOString()
    const result = [{ tool_use_id: `tool-${file}`, type: 'tool_result', content: padding, is_error: file % 2 === 0 }]
    const content = [{ type: 'tool_use', id: `tool-${file}`, name: 'Read' }]
    const { message } = answer(`message-${file}`)
    writeLines(home, `.claude/projects/-work/${name}.jsonl`, [
      typed(`Do ${file}.`, { timestamp, uuid: `prompt-${file}` }),
      answer('', { timestamp, message: { ...message, content } }),
      typed(result, { timestamp }),
      answer('everywhere', { timestamp }, { output_tokens: file }),
      '{"type":"assistant",',
    ])
  }
  return home
}

describe('a history that is read by two threads', () => {
  it('adds up to the same as one that is read by one, also from its index', async () => {
    const homes = [{ home: largeHome(), environment: {} }]
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
    const lines = readFileSync(join(indexFolder, 'history-claude-code.json'), 'utf8').trim().split('\n')
    expect(lines).toHaveLength(41)
  })
})
