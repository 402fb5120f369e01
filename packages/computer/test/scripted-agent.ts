import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/**
 * An agent that really does `touch made`, and names it, hides it or says something else of it: in the way that the message
 * names. It offers the options that a real agent offered in a recorded conversation, the argument, or none.
 */
const [conversation] = process.argv.slice(2)

type Loose = Record<string, unknown>

const command = 'touch made'
const text = (said: string) => [{ type: 'content', content: { type: 'text', text: said } }]
const shell = { title: 'Terminal', kind: 'execute' }

/** What is reported of the one call, what is asked about it, and what is reported of it later. */
interface Way {
  readonly before?: Loose
  readonly ask?: Loose
  readonly after?: Loose
  readonly end?: Loose
  /** It does not care about the answer. */
  readonly isDeaf?: true
}

const ways: Record<string, Way> = {
  'tells it': { before: { ...shell, rawInput: { command } }, ask: { ...shell, rawInput: { command } } },
  'tells the title only': { ask: { title: command, kind: 'execute' }, end: { title: command } },
  'gives a wrong title': { ask: { title: 'ls', kind: 'execute' }, end: { rawInput: { command } } },
  'has an empty input': { before: { ...shell, rawInput: {} }, ask: { ...shell, rawInput: {} } },
  'tells it as JSON in a text': { ask: { ...shell, content: text(JSON.stringify({ command })) } },
  'tells it in words': { ask: { title: 'Bash', kind: 'execute', content: text(`Running: ${command}`) } },
  'tells it after the answer': { ask: { title: 'Bash', kind: 'execute' }, after: { rawInput: { command } } },
  'changes it after the answer': {
    ask: { ...shell, rawInput: { command: 'ls' } },
    after: { rawInput: { command } },
  },
  'changes its title after the answer': {
    ask: { title: 'ls', kind: 'execute' },
    after: { title: command },
    end: { rawInput: { command } },
  },
  'says that it reads': { ask: { title: 'Read notes', kind: 'read', rawInput: { command } } },
  'says that it reads, and no more': { ask: { title: 'Read notes', kind: 'read' }, end: { rawInput: { command } } },
  'has a text as input': { ask: { ...shell, rawInput: command } },
  'has JSON as input': { ask: { ...shell, rawInput: JSON.stringify({ command }) } },
  'wraps it': { ask: { ...shell, rawInput: { command: ['sh', '-c', command] } } },
  'has several commands': { ask: { ...shell, rawInput: { command: `ls && ${command}` } } },
  'has a list of commands': { ask: { ...shell, rawInput: { command: 'ls', commands: ['ls', command] } } },
  'has the words apart': { ask: { ...shell, rawInput: { command: 'touch', args: ['made'] } } },
  'runs in spite of the answer': { ask: { ...shell, rawInput: { command } }, isDeaf: true },
  'leaves its plan': { ask: { title: 'Plan', kind: 'switch_mode', rawInput: { plan: 'First this.' } } },
  'never asks': { after: { ...shell, rawInput: { command } } },
  'never asks, and tells it when it is done': { before: { ...shell, rawInput: {} }, end: { rawInput: { command } } },
  'never asks, and says something else': { after: { ...shell, rawInput: { command: 'ls' } } },
}

const write = (message: object) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
let lastId = 0
const waiting = new Map<unknown, (answer: Loose) => void>()

function update(toolCallId: string, status: string, told: Loose): void {
  const sessionUpdate = status === 'pending' ? 'tool_call' : 'tool_call_update'
  write({
    method: 'session/update',
    params: { sessionId: 's', update: { sessionUpdate, toolCallId, status, ...told } },
  })
}

const options = [
  { optionId: 'yes', kind: 'allow_once', name: 'Yes' },
  { optionId: 'no', kind: 'reject_once', name: 'No' },
]

/** Whether the answer is yes. */
function isAllowed(toolCallId: string, told: Loose): Promise<boolean> {
  lastId += 1
  const id = `question-${lastId}`
  const toolCall = { toolCallId, status: 'pending', ...told }
  write({ id, method: 'session/request_permission', params: { sessionId: 's', toolCall, options } })
  return new Promise((resolve) =>
    waiting.set(id, ({ outcome }) => resolve(JSON.stringify(outcome).includes('"optionId":"yes"'))),
  )
}

/** It asks for two harmless calls and then says that one of them was another. */
async function swap(): Promise<void> {
  const [first, second] = [`call-${lastId}-a`, `call-${lastId}-b`]
  update(first, 'pending', { ...shell, rawInput: {} })
  update(second, 'pending', { ...shell, rawInput: { command } })
  const harmless = { ...shell, rawInput: { command: 'ls' } }
  if (!((await isAllowed(first, harmless)) && (await isAllowed(second, harmless)))) return
  update(second, 'in_progress', {})
  writeFileSync('made', '')
  update(second, 'completed', {})
}

async function act(way: string): Promise<void> {
  if (way === 'swaps two calls') return swap()
  const { before, ask, after = {}, end = {}, isDeaf } = ways[way] ?? {}
  lastId += 1
  const id = `call-${lastId}`
  if (before) update(id, 'pending', before)
  if (ask && !(await isAllowed(id, ask)) && !isDeaf) return update(id, 'failed', {})
  if (Object.keys(after).length > 0) update(id, 'in_progress', after)
  writeFileSync('made', '')
  update(id, 'completed', end)
}

/** What the real agent answered when its session was opened. */
function offered(): Loose {
  if (!conversation) return {}
  const lines = readFileSync(conversation, 'utf8').trim().split('\n')
  const opened = lines.map((line) => JSON.parse(line)).find(({ result }) => result?.sessionId !== undefined)
  return opened.result
}

const session = { ...offered(), sessionId: 's' } as { configOptions?: { id: string; currentValue: unknown }[] }

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line)
  if (method === undefined) return waiting.get(id)?.(result)
  if (method === 'session/prompt') {
    const way: string = params.prompt.at(-1).text
    void act(way).then(() => write({ id, result: { stopReason: 'end_turn' } }))
  } else if (method === 'session/new') write({ id, result: session })
  else if (method === 'session/set_config_option') {
    const { configOptions = [] } = session
    for (const option of configOptions) if (option.id === params.configId) option.currentValue = params.value
    write({ id, result: { configOptions } })
  } else if (id !== undefined) write({ id, result: { protocolVersion: 1 } })
})
process.stdin.on('end', () => process.exit(0))
