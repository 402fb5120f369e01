import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { agentHistories } from '../src/agents/agent-histories.ts'
import { type History, readHistory, useHistory } from '../src/read-history.ts'
import { summarize } from '../src/summary/usage.ts'
import { temporaryHome } from './home.ts'
import { readNaively } from './naive-reader.ts'

const agents = agentHistories.filter(({ agent }) => agent === 'claude-code' || agent === 'codex')
const start = Date.parse('2026-11-15T00:00:00Z')

const seed = fc.record({ kind: fc.nat(6), id: fc.nat(5), hours: fc.nat(60), output: fc.nat(3) })
type Seed = typeof seed extends fc.Arbitrary<infer T> ? T : never

/** What happens to a file, and whether the history is read afterwards. */
const happening = fc.record({
  kind: fc.constantFrom('append', 'append', 'append', 'append', 'rewrite', 'shorten', 'copy', 'remove'),
  file: fc.nat(3),
  lines: fc.array(seed, { minLength: 1, maxLength: 6 }),
  number: fc.constantFrom(0, 1, 1, 2, 3, 4, 5, 9, 9),
  isRead: fc.boolean(),
})

/** Ids and times repeat, and a longer output of one id has its own input. */
function claudeLine({ kind, id, hours, output }: Seed): string {
  const about = { timestamp: new Date(start + hours * 3_600_000).toISOString(), cwd: '/w', uuid: `u${id}` }
  const usage = { input_tokens: 10 * id + output, output_tokens: output }
  const content = kind === 1 ? [{ type: 'tool_use', id: `t${id}`, name: 'Read' }] : []
  const message = { id: `m${id}`, model: `model-${id % 2}`, usage, content }
  if (kind < 3) return JSON.stringify({ type: 'assistant', message, ...about })
  const result = { type: 'tool_result', tool_use_id: `t${id}`, content: 'x'.repeat(2000 * id), is_error: kind === 3 }
  if (kind < 6) return JSON.stringify({ type: 'user', message: { content: kind < 5 ? [result] : 'Do it.' }, ...about })
  return '{"type":"assistant","type":"user",'
}

/** Every call is another one, so only files that are copied hold the same. */
function codexLine({ kind, id, hours, output }: Seed, number: number): string {
  const usage = { input_tokens: number, output_tokens: output, total_tokens: 7 }
  const info = { total_token_usage: { total_tokens: number * 10 }, last_token_usage: usage }
  const records = [
    ['turn_context', { turn_id: `turn ${id % 3}`, model: `gpt-${id % 3}` }],
    ['token_usage_record', { turn_id: `turn ${id % 3}`, response_id: `r${number}`, usage }],
    ['event_msg', { type: 'token_count', info }],
    ['event_msg', { type: 'user_message', message: 'Do it.' }],
    ['response_item', { type: 'function_call', call_id: `c${id}`, name: 'shell' }],
    ['response_item', { type: 'function_call_output', call_id: `c${id}`, output: `exited with code ${output}` }],
  ] as const
  const [type, payload] = records[kind] ?? ['session_meta', { id: `thread ${number}` }]
  const timestamp = new Date(start + hours * 3_600_000 + number).toISOString()
  return JSON.stringify({ timestamp, type, payload }).slice(0, number % 9 === 0 ? -3 : undefined)
}

/** Files of agents on a disk: even ones are of Claude Code, odd ones of Codex, those above 3 in another home. */
class Disk {
  readonly homes = [temporaryHome(), temporaryHome()]
  readonly #texts = new Map<number, string>()
  /** What is still to be written of a line that its agent has begun. */
  readonly #rests = new Map<number, string>()
  #count = 0

  constructor() {
    for (const home of this.homes) for (const folder of ['.claude', '.codex']) mkdirSync(join(home, folder))
  }

  change({ kind, file, lines, number }: typeof happening extends fc.Arbitrary<infer T> ? T : never): void {
    const text = this.#texts.get(file)
    const rest = this.#rests.get(file) ?? ''
    if (kind === 'rewrite' || text === undefined) this.#write(file, this.#linesOf(file, lines))
    else if (kind === 'append') {
      // What looked like a whole record may have been the beginning of something else.
      const whole = `${number === 9 ? 'x' : ''}${rest}${this.#linesOf(file, lines)}`
      // Small numbers leave the end of line, or the end of a record, to be written later.
      const end = number < 3 ? whole.length - number * number : whole.length
      this.#write(file, text + whole.slice(0, end), whole.slice(end))
    } else if (kind === 'shorten') {
      const lasting = text.split('\n').slice(0, number)
      this.#write(file, lasting.map((line) => `${line}\n`).join(''))
    } else if (kind === 'copy') this.#write(((number % 4) * 2 + (file % 2)) % 8, text, rest)
    else {
      rmSync(this.#pathOf(file))
      this.#texts.delete(file)
    }
  }

  #linesOf(file: number, seeds: readonly Seed[]): string {
    const lines = seeds.map((each) => {
      this.#count += 1
      return file % 2 === 0 ? claudeLine(each) : codexLine(each, this.#count)
    })
    return lines.map((line) => `${line}\n`).join('')
  }

  #write(file: number, text: string, rest = ''): void {
    this.#texts.set(file, text)
    this.#rests.set(file, rest)
    mkdirSync(dirname(this.#pathOf(file)), { recursive: true })
    writeFileSync(this.#pathOf(file), text)
    this.#count += 1
    utimesSync(this.#pathOf(file), this.#count, this.#count)
  }

  #pathOf(file: number): string {
    const path = file % 2 === 0 ? `.claude/projects/-w/s${file}.jsonl` : `.codex/sessions/rollout-${file}.jsonl`
    return join(String(this.homes[file < 4 ? 0 : 1]), path)
  }
}

function shown(histories: readonly History[]) {
  const { rows, activity } = summarize(histories, { timezone: 'UTC' }).usage
  const lines = [
    ...rows.map((row) => `${row.date} ${row.agent} ${row.model}: ${row.calls} ${row.inputTokens} ${row.outputTokens}`),
    ...activity.map((row) => {
      const counts = [row.sessions, row.userMessages, row.toolCalls, row.failedToolCalls]
      return `${row.date} ${row.agent}: ${counts.join(' ')}`
    }),
  ]
  return lines.toSorted()
}

it('adds up to what a naive reader finds, whatever happens to files between readings, with an index and without', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 25 }), async (happenings) => {
      const disk = new Disk()
      const homes = disk.homes.map((home) => ({ home, environment: {} }))
      const indexFolder = temporaryHome()
      for (const [number, each] of happenings.entries()) {
        disk.change(each)
        if (!each.isRead && number < happenings.length - 1) continue
        expect(await useHistory(homes, { agents, indexFolder }, shown)).toEqual(readNaively(disk.homes))
      }
      expect(shown(readHistory(homes, agents))).toEqual(readNaively(disk.homes))
    }),
    { numRuns: 60 },
  )
})
