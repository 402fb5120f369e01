import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

type Json = Readonly<Record<string, unknown>>

/** Numbers by day, agent and model, or by day and agent. */
class Sums {
  readonly #byName = new Map<string, number[]>()

  add(agent: string, timeMs: number, what: string, ...counts: readonly number[]): void {
    const name = `${new Date(timeMs).toISOString().slice(0, 10)} ${agent}${what}`
    const known = this.#byName.get(name) ?? counts.map(() => 0)
    this.#byName.set(
      name,
      known.map((count, at) => count + Number(counts[at])),
    )
  }

  lines(): string[] {
    return [...this.#byName].map(([name, counts]) => `${name}: ${counts.join(' ')}`).toSorted()
  }
}

/** Reads histories with `JSON.parse` into maps: slow, and obviously right. */
export function readNaively(homes: readonly string[]): string[] {
  const sums = new Sums()
  for (const [agent, read] of [
    ['claude-code', readClaude],
    ['codex', readCodex],
  ] as const) {
    const found = new Found()
    for (const path of homes.flatMap((home) => filesIn(join(home, `.${agent.split('-')[0]}`)))) read(path, found)
    for (const { model, endMs, input, output } of found.calls.values()) {
      sums.add(agent, endMs, ` ${model || 'unknown'}`, 1, input, output)
    }
    for (const timeMs of found.sessions.values()) sums.add(agent, timeMs, '', 1, 0, 0, 0)
    for (const timeMs of found.prompts.values()) sums.add(agent, timeMs, '', 0, 1, 0, 0)
    for (const [key, timeMs] of found.tools) sums.add(agent, timeMs, '', 0, 0, 1, found.failed.has(key) ? 1 : 0)
  }
  return sums.lines()
}

/** When things began, by their keys. */
class Found {
  readonly calls = new Map<string, { model: string; endMs: number; input: number; output: number }>()
  readonly sessions = new Map<string, number>()
  readonly prompts = new Map<string, number>()
  readonly tools = new Map<string, number>()
  readonly failed = new Set<string>()

  call(key: string, model: string, timeMs: number, usage: unknown): void {
    const input = Number(at(usage, 'input_tokens'))
    const output = Number(at(usage, 'output_tokens'))
    const known = this.calls.get(key)
    const larger = known && known.output >= output ? known : { model, input, output }
    this.calls.set(key, { ...larger, endMs: Math.max(timeMs, known?.endMs ?? 0) })
  }
}

function first(things: Map<string, number>, key: unknown, timeMs: number): void {
  things.set(String(key), Math.min(timeMs, things.get(String(key)) ?? timeMs))
}

function readClaude(path: string, found: Found): void {
  for (const [number, record] of linesOf(path).entries()) {
    const timeMs = Date.parse(String(record.timestamp))
    const content = at(record, 'message.content')
    if (number === 0) first(found.sessions, basename(path, '.jsonl'), timeMs)
    if (record.type === 'assistant') {
      found.call(text(record, 'message.id'), text(record, 'message.model'), timeMs, at(record, 'message.usage'))
    } else if (typeof content === 'string') first(found.prompts, record.uuid, timeMs)
    for (const block of Array.isArray(content) ? content : []) {
      if (at(block, 'type') === 'tool_use') first(found.tools, at(block, 'id'), timeMs)
      else if (at(block, 'is_error')) found.failed.add(text(block, 'tool_use_id'))
    }
  }
}

function readCodex(path: string, found: Found): void {
  let [id, current, total, hasRecords] = ['', '', -1, false]
  const models = new Map<string, string>()
  for (const { type, timestamp, payload } of linesOf(path)) {
    const timeMs = Date.parse(String(timestamp))
    const kind = at(payload, 'type') ?? type
    const count = Number(at(payload, 'info.total_token_usage.total_tokens'))
    if (kind === 'session_meta' && id === '') {
      id = text(payload, 'id')
      first(found.sessions, id, timeMs)
    } else if (kind === 'turn_context') {
      current = text(payload, 'model')
      models.set(text(payload, 'turn_id'), current)
    } else if (kind === 'token_usage_record') {
      hasRecords = true
      const model = models.get(text(payload, 'turn_id')) ?? current
      found.call(text(payload, 'response_id'), model, timeMs, at(payload, 'usage'))
    } else if (kind === 'token_count' && !hasRecords && count > total) {
      total = count
      found.call(`${timeMs}|${total}`, current, timeMs, at(payload, 'info.last_token_usage'))
    } else if (kind === 'user_message') first(found.prompts, `${id}|${timeMs}`, timeMs)
    else if (kind === 'function_call') first(found.tools, at(payload, 'call_id'), timeMs)
    else if (/exited with code [1-9]/.test(text(payload, 'output'))) found.failed.add(text(payload, 'call_id'))
  }
}

function at(value: unknown, path: string): unknown {
  return path.split('.').reduce((part, name) => (part as Json | undefined)?.[name], value)
}

function text(value: unknown, path: string): string {
  return String(at(value, path) ?? '')
}

function filesIn(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return all.filter((path) => path.endsWith('.jsonl')).map((path) => join(folder, path))
}

function linesOf(path: string): Json[] {
  const parse = (line: string) => {
    try {
      return [JSON.parse(line)]
    } catch {
      return []
    }
  }
  return readFileSync(path, 'utf8').split('\n').flatMap(parse)
}
