import { spawn } from 'node:child_process'
import { appendFileSync, closeSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** An agent that behaves badly in one way, named by its first argument. Its second is a file for what it was told. */
const [way = '', diary = ''] = process.argv.slice(2)

const write = (message: unknown) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...(message as object) })}\n`)
const note = (text: string) => diary && appendFileSync(diary, `${text}\n`)
const update = (each: object) => write({ method: 'session/update', params: { sessionId: 's', update: each } })
const say = (text: string) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })

note(`started ${process.pid} ${process.env.MUSTER_API_KEY ?? ''}${process.env.SNEAKY ?? ''}`)
if (way === 'orphan') {
  const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' })
  note(`orphan ${child.pid}`)
  child.unref()
}
// It stays in the group, and does not listen to requests to end.
if (way === 'clings') spawn('sh', ['-c', 'trap "" TERM; sleep 1000'], { stdio: 'ignore' })
if (way === 'deaf') process.on('SIGTERM', () => note('SIGTERM'))
if (way === 'no-start') process.exit(3)

function end(id: unknown, stopReason = 'end_turn'): void {
  write({ id, result: { stopReason } })
}

const prompts: Record<string, (id: unknown) => void> = {
  crash: () => {
    say('I am about to')
    process.stderr.write('Something broke: API_KEY=sk-abcdefgh12345678\n')
    setTimeout(() => process.exit(7), 10)
  },
  hang: () => {},
  deaf: () => say('I do not listen.'),
  rubbish: (id) => {
    process.stdout.write('Debugger listening on ws://127.0.0.1\n{"half":\n[[[\n\n\0\0\n')
    write({ id: 4711, result: {} })
    write({ method: 'session/update', params: { update: 7 } })
    say('Still here.')
    end(id)
  },
  flood: (id) => {
    for (let count = 0; count < 20_000; count += 1) say(`${count} ${'x'.repeat(100)}\n`)
    end(id)
  },
  long: (id) => {
    update({ sessionUpdate: 'tool_call', toolCallId: 't', title: 'cat', kind: 'read', status: 'pending' })
    const rawOutput = `begin ${'y'.repeat(3 * 2 ** 20)} end`
    update({ sessionUpdate: 'tool_call_update', toolCallId: 't', status: 'completed', rawOutput })
    say('z'.repeat(3 * 2 ** 20))
    process.stdout.write(`${'w'.repeat(33 * 2 ** 20)}\n`)
    say('Done.')
    end(id)
  },
  unknown: (id) => {
    update({ sessionUpdate: 'hologram', data: [1, 2] })
    write({ method: '_vendor/news', params: {} })
    write({ id: 'q1', method: 'fs/read_text_file', params: { path: '/etc/passwd' } })
    answers.set('q1', (answer) => {
      say(`fs: ${JSON.stringify(answer)}`)
      end(id)
    })
  },
  unasked: () => {
    const rawInput = { command: 'cd x && git push' }
    update({
      sessionUpdate: 'tool_call',
      toolCallId: 't',
      title: 'Shell',
      kind: 'execute',
      status: 'in_progress',
      rawInput,
    })
  },
  changes: () => {
    const call = { toolCallId: 't', title: 'Shell', kind: 'execute' }
    const options = [{ optionId: 'y', kind: 'allow_once', name: 'Yes' }]
    const toolCall = { ...call, status: 'pending', rawInput: { command: 'ls' } }
    write({ id: 'p', method: 'session/request_permission', params: { toolCall, options } })
    answers.set('p', () => {
      note(`runs ${spawn('sleep', ['1000'], { stdio: 'ignore' }).pid}`)
      const rawInput = { command: 'git push' }
      update({ ...call, sessionUpdate: 'tool_call_update', status: 'in_progress', rawInput })
    })
  },
  wedged: (id) => {
    cancelled = () => end(id, 'cancelled')
  },
  silent: () => closeSync(1),
  loads: (id) => {
    say('This is new.')
    end(id)
  },
  clings: (id) => {
    setTimeout(() => {
      say('Here I am.')
      end(id)
    }, 600)
  },
  orphan: (id) => {
    say('I started something.')
    end(id)
  },
  ask: (id) => {
    const toolCall = { toolCallId: 't', title: 'rm -rf x', kind: 'execute', rawInput: { command: 'rm -rf x' } }
    write({
      id: 'p',
      method: 'session/request_permission',
      params: { toolCall, options: [{ optionId: 'y', kind: 'allow_once', name: 'Yes' }] },
    })
    answers.set('p', (answer) => note(`answer ${JSON.stringify(answer)}`))
    cancelled = () => end(id, 'cancelled')
  },
}

const answers = new Map<unknown, (answer: unknown) => void>()
let cancelled = () => {}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, result, error, params } = JSON.parse(line)
  if (method === undefined) answers.get(id)?.(result ?? error)
  else if (method === 'initialize') {
    if (way !== 'mute')
      write({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: way === 'loads' } } })
  } else if (method === 'session/load') {
    note('load')
    say('This was said before.')
    write({ id, result: {} })
  } else if (method === 'session/new') {
    note('new')
    if (way === 'signed-out') write({ id, error: { code: -32_000, message: 'Authentication required' } })
    else write({ id, result: { sessionId: 's' } })
  } else if (method === 'session/prompt') {
    note(`prompt ${params.prompt.map(({ text }: { text: string }) => text).join('|')}`)
    prompts[way]?.(id)
  } else if (method === 'session/cancel') {
    note('cancel')
    if (way !== 'deaf') cancelled()
  }
})
if (way !== 'deaf' && way !== 'orphan') process.stdin.on('end', () => process.exit(0))
if (way === 'orphan') setInterval(() => {}, 1000)
if (way === 'deaf' || way === 'silent') setInterval(() => {}, 1000)
