import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * Says what a real agent once said, from a file with a conversation that was recorded. Each line of it is a message of the
 * agent, or what it waited for: a call, an answer or a cancellation of the client.
 */
interface Line {
  readonly from: 'agent' | 'client'
  readonly id?: number
  readonly method?: string
}

/** The second argument: a file that is there when the agent does nothing but wait to be cancelled. */
const [conversation = '', waiting = ''] = process.argv.slice(2)

const lines: Line[] = readFileSync(conversation, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** The ids that this client gives its calls, by those of the recording. */
const ids = new Map<number, unknown>()
let next = 0

function say(message: object): void {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

/** Up to the next thing that the agent waited for. */
function goOn(): void {
  for (; lines[next]?.from === 'agent'; next += 1) {
    const { from, ...message } = lines[next] as Line
    const isAnswer = message.method === undefined
    say(isAnswer ? { ...message, id: ids.get(message.id ?? -1) } : message)
  }
  if (lines[next]?.method === 'session/cancel') writeFileSync(waiting, '')
}

createInterface({ input: process.stdin }).on('line', (text) => {
  const { id, method } = JSON.parse(text)
  const awaited = lines[next]
  if (awaited && awaited.method === method) {
    if (method !== undefined && awaited.id !== undefined) ids.set(awaited.id, id)
    next += 1
    goOn()
  } else if (method !== undefined && id !== undefined) say({ id, result: {} })
})
process.stdin.on('end', () => process.exit(0))
