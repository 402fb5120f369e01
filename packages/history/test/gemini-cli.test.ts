import { describe, expect, it } from 'vitest'
import { summarize } from '../src/summary/usage.ts'
import { readHome, temporaryHome } from './home.ts'
import { writeLines } from './write-lines.ts'

const session = '22222222-2222-4222-8222-222222222222'
let number = 0

function message(type: 'user' | 'gemini', more: Record<string, unknown>) {
  number += 1
  return { id: `message-${number}`, timestamp: '2026-11-15T10:00:00.000Z', type, ...more }
}

const typed = (text: string) => message('user', { content: [{ text }] })
const answer = () => message('gemini', { model: 'gemini-3.8-flash', content: 'ok', tokens: { input: 5, output: 1 } })

/** What is counted of a chat with these records. */
function countsOf(records: readonly unknown[]) {
  const home = temporaryHome()
  const start = { sessionId: session, startTime: '2026-11-15T10:00:00.000Z', kind: 'main' }
  writeLines(home, '.gemini/tmp/work/chats/session-1.jsonl', [start, ...records])
  const { userMessages, calls } = summarize(readHome(home).histories, { timezone: 'UTC' }).usage.totals
  return { userMessages, calls }
}

describe('a text that begins with a slash', () => {
  it.each(['/compress', '/memory show'])('is no message if no model answers %s', (command) => {
    expect(countsOf([typed('hello'), answer(), typed(command), typed('go on'), answer()])).toEqual({
      userMessages: 2,
      calls: 2,
    })
    expect(countsOf([typed('hello'), answer(), typed(command)])).toEqual({ userMessages: 1, calls: 1 })
  })

  it('is a message if a model answers it', () => {
    expect(countsOf([typed('/compress'), answer()])).toEqual({ userMessages: 1, calls: 1 })
  })

  it('is a message if it is a path, answered or not', () => {
    expect(countsOf([typed('/home/dev/x: what is this?')])).toEqual({ userMessages: 1, calls: 0 })
  })
})

it('counts no summary that Gemini CLI tells the model in the name of the user', () => {
  const summary = { $set: { messages: [typed('They talked about tea.'), message('gemini', { content: 'Got it.' })] } }
  expect(countsOf([typed('hello'), answer(), summary, typed('go on'), answer()])).toEqual({ userMessages: 2, calls: 2 })
})
