import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Writes records as JSON lines below a home; a string is written as it is. */
export function writeLines(home: string, path: string, records: readonly unknown[], end = '\n'): string {
  const file = join(home, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, records.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n') + end)
  return file
}

const session = '11111111-1111-4111-8111-111111111111'
export const chat = `.claude/projects/-work/${session}.jsonl`

/** A record of an answer of Claude Code. */
export function answer(id: string, more: Record<string, unknown> = {}, usage: Record<string, number> = {}) {
  return {
    type: 'assistant',
    sessionId: session,
    cwd: '/work',
    timestamp: '2026-11-15T10:00:00.000Z',
    requestId: `req_${id}`,
    message: {
      id,
      model: 'claude-sonnet-4-5',
      role: 'assistant',
      content: [],
      usage: { input_tokens: 10, output_tokens: 5, ...usage },
    },
    ...more,
  }
}

/** A record of what a person typed into Claude Code. */
export function typed(content: unknown, more: Record<string, unknown> = {}) {
  return {
    type: 'user',
    uuid: `uuid of ${JSON.stringify(content)}`,
    sessionId: session,
    timestamp: '2026-11-15T10:00:00.000Z',
    message: { role: 'user', content },
    ...more,
  }
}
