import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/**
 * A model that does what a prompt says. `RUN<<command>>` runs the command once, with the agent's own tool for that.
 * `READ<<path>>` reads the file the same way. `ASK<<tool>>` calls the tool of that name, whatever the agent puts before
 * the name. `SAY<<words>>` calls nothing. It speaks as much of four protocols as agents need, and remembers what it was
 * sent.
 */
export async function startModel(): Promise<{ readonly url: string; readonly heard: string[]; close(): void }> {
  const heard: string[] = []
  const server = createServer((request, response) => {
    answer(request, response, heard).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, heard, close: () => void server.close() }
}

type Json = Readonly<Record<string, unknown>>

/** What came so far: texts of the user, and results of tools. */
type Turn = { readonly text: string } | 'result'

interface Next {
  readonly text: string
  readonly call?: { readonly name: string; readonly input: Json }
}

async function answer(request: IncomingMessage, response: ServerResponse, heard: string[]): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://model')
  const body = request.method === 'POST' ? ((await json(request)) as Json) : {}
  heard.push(JSON.stringify(body))
  if (pathname.endsWith('/messages')) return answerMessages(body, response)
  if (pathname.endsWith('/responses')) return answerResponses(body, response)
  if (pathname.endsWith('/chat/completions')) return answerChat(body, response)
  if (/:streamGenerateContent$/.test(pathname)) return answerContent(body, response)
  if (/:generateContent$/.test(pathname)) return send(response, content({ text: '{}' }))
  if (/count_?tokens$/i.test(pathname)) return send(response, { input_tokens: 10, totalTokens: 10 })
  send(response, { data: [], models: [] })
}

const shells = ['Bash', 'bash', 'run_shell_command', 'exec_command', 'shell_command', 'shell']

/** Tools that read a file, and what they call its path. Agents without one read by a command. */
const readers: Readonly<Record<string, string>> = {
  Read: 'file_path',
  read: 'filePath',
  read_file: 'file_path',
  view: 'path',
}

function decide(turns: readonly Turn[], tools: readonly string[]): Next {
  const isTask = (turn: Turn) => turn !== 'result' && /(RUN|READ|ASK|SAY)<<.*>>/.test(turn.text)
  const at = turns.findLastIndex(isTask)
  const task = turns[at]
  const name = shells.find((shell) => tools.includes(shell))
  const said = task === undefined || task === 'result' ? '' : task.text
  const isDone = turns.slice(at).includes('result')
  const asked = /ASK<<(.*?)>>/.exec(said)?.[1]
  const tool = asked && tools.find((each) => each.endsWith(asked))
  if (tool && !isDone) return { text: 'Asking it.', call: { name: tool, input: {} } }
  const steps = turns.slice(at).filter((turn) => turn === 'result').length
  if (asked && tools.includes('tool_call') && steps < 2) return searchThenCall(`mcp__muster__${asked}`, steps)
  const path = /READ<<(.*?)>>/.exec(said)?.[1]
  const reader = Object.keys(readers).find((each) => tools.includes(each))
  if (path !== undefined && reader && !isDone) {
    return { text: 'Reading it.', call: { name: reader, input: { [readers[reader] ?? '']: path } } }
  }
  const command = path === undefined ? /RUN<<(.*?)>>/.exec(said)?.[1] : `cat ${path}`
  if (command === undefined || !name || isDone) return { text: 'Done.' }
  const inputs: Readonly<Record<string, Json>> = {
    exec_command: { cmd: command },
    shell: { command: ['bash', '-lc', command] },
  }
  return { text: 'Running it.', call: { name, input: inputs[name] ?? { command, description: 'Runs it.' } } }
}

/** Qwen Code offers tools of servers only to a model that searched for them. */
function searchThenCall(name: string, steps: number): Next {
  if (steps === 0) return { text: 'Searching.', call: { name: 'tool_search', input: { query: `select:${name}` } } }
  return { text: 'Asking it.', call: { name: 'tool_call', input: { name, arguments: {} } } }
}

function answerMessages(body: Json, response: ServerResponse): void {
  const turns = listOf(body.messages).flatMap((message): Turn[] => {
    if (message.role !== 'user') return []
    const parts = typeof message.content === 'string' ? [{ text: message.content }] : listOf(message.content)
    return parts.map((part) => (part.type === 'tool_result' ? 'result' : { text: String(part.text ?? '') }))
  })
  const { text, call } = decide(turns, namesIn(listOf(body.tools)))
  const usage = { input_tokens: 10, output_tokens: 10 }
  const stop_reason = call ? 'tool_use' : 'end_turn'
  const message = { id: nextId('msg'), type: 'message', role: 'assistant', model: body.model, usage }
  const blocks: Json[] = [{ type: 'text', text }]
  if (call) blocks.push({ type: 'tool_use', id: nextId('toolu'), ...call })
  if (body.stream !== true) {
    send(response, { ...message, content: blocks, stop_reason })
    return
  }
  const events: Json[] = [{ type: 'message_start', message: { ...message, content: [], stop_reason: null } }]
  for (const [index, block] of blocks.entries()) {
    const isText = block.type === 'text'
    const delta = isText
      ? { type: 'text_delta', text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    const empty = isText ? { ...block, text: '' } : { ...block, input: {} }
    events.push({ type: 'content_block_start', index, content_block: empty })
    events.push({ type: 'content_block_delta', index, delta }, { type: 'content_block_stop', index })
  }
  events.push({ type: 'message_delta', delta: { stop_reason }, usage }, { type: 'message_stop' })
  stream(response, events)
}

function answerResponses(body: Json, response: ServerResponse): void {
  const turns = listOf(body.input).flatMap((item): Turn[] => {
    if (/_call_output$/.test(String(item.type))) return ['result']
    if (item.role !== 'user') return []
    return listOf(item.content).map((part) => ({ text: String(part.text ?? '') }))
  })
  const found = listOf(body.input).filter(({ type }) => type === 'tool_search_output')
  const tools = [...listOf(body.tools), ...found.flatMap((search) => listOf(search.tools))]
  const { text, call } = decide(turns, tools.flatMap(namesWithin))
  const content = [{ type: 'output_text', text, annotations: [] }]
  const output: Json[] = [{ type: 'message', id: nextId('msg'), role: 'assistant', status: 'completed', content }]
  const asked = /ASK<<(.*?)>>/.exec(JSON.stringify(turns))?.[1]
  const isSearching = asked && !call && found.length === 0 && tools.some(({ type }) => type === 'tool_search')
  if (isSearching) {
    const names = { id: nextId('ts'), call_id: nextId('call'), status: 'completed', execution: 'client' }
    output.push({ type: 'tool_search_call', ...names, arguments: { query: asked, limit: 8 } })
  }
  if (call) {
    const [name, namespace] = call.name.split('/').reverse()
    const names = { id: nextId('fc'), call_id: nextId('call'), name, status: 'completed' }
    const within = namespace === undefined ? {} : { namespace }
    // As it is told to do where its own sandbox cannot start.
    const isToAsk = JSON.stringify(body).includes('Run each command with sandbox_permissions')
    const asking = isToAsk ? { sandbox_permissions: 'require_escalated', justification: 'May it run?' } : {}
    output.push({ type: 'function_call', ...names, ...within, arguments: JSON.stringify({ ...call.input, ...asking }) })
  }
  const usage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 }
  const whole = { id: nextId('resp'), object: 'response', model: body.model, status: 'completed', output, usage }
  const items = output.flatMap((item, index) => [
    {
      type: 'response.output_item.added',
      output_index: index,
      item: { ...item, status: 'in_progress', ...empty(item) },
    },
    ...piecesOf(item).map((piece) => ({ ...piece, item_id: item.id, output_index: index })),
    { type: 'response.output_item.done', output_index: index, item },
  ])
  const created = { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } }
  stream(response, [created, ...items, { type: 'response.completed', response: whole }])
}

function empty({ type }: Json): Json {
  if (type === 'tool_search_call') return {}
  return type === 'message' ? { content: [] } : { arguments: '' }
}

/** Some agents read only these, others only the whole. */
function piecesOf(item: Json): Json[] {
  if (item.type === 'tool_search_call') return []
  if (item.type !== 'message') {
    return [
      { type: 'response.function_call_arguments.delta', delta: item.arguments },
      { type: 'response.function_call_arguments.done', arguments: item.arguments },
    ]
  }
  const [part = {}] = listOf(item.content)
  const at = { content_index: 0 }
  return [
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...at, delta: part.text },
    { type: 'response.output_text.done', ...at, text: part.text },
    { type: 'response.content_part.done', ...at, part },
  ]
}

function answerChat(body: Json, response: ServerResponse): void {
  const turns = listOf(body.messages).flatMap(({ role, content: said }): Turn[] => {
    if (role === 'tool') return ['result']
    if (role !== 'user') return []
    const parts = typeof said === 'string' ? [{ text: said }] : listOf(said)
    return parts.map((part) => ({ text: String(part.text ?? '') }))
  })
  const tools = namesIn(listOf(body.tools).map((tool) => (tool.function ?? tool) as Json))
  const { text, call } = decide(turns, tools)
  const asked = call && { name: call.name, arguments: JSON.stringify(call.input) }
  const calls = asked && [{ index: 0, id: nextId('call'), type: 'function', function: asked }]
  const message = { role: 'assistant', content: text, ...(calls && { tool_calls: calls }) }
  const finish_reason = call ? 'tool_calls' : 'stop'
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
  const whole = { id: nextId('chat'), created: 1, model: body.model, usage }
  if (body.stream !== true) {
    send(response, { ...whole, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }] })
    return
  }
  const chunk = (choices: readonly Json[]) => ({ ...whole, usage: null, object: 'chat.completion.chunk', choices })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const chunks: readonly Json[] = [
    chunk([{ index: 0, delta: message, finish_reason: null }]),
    chunk([{ index: 0, delta: {}, finish_reason }]),
    { ...whole, object: 'chat.completion.chunk', choices: [] },
  ]
  for (const each of chunks) response.write(`data: ${JSON.stringify(each)}\n\n`)
  response.end('data: [DONE]\n\n')
}

function answerContent(body: Json, response: ServerResponse): void {
  const turns = listOf(body.contents).flatMap((item): Turn[] => {
    if (item.role === 'model') return []
    return listOf(item.parts).map((part) => (part.functionResponse ? 'result' : { text: String(part.text ?? '') }))
  })
  const tools = listOf(body.tools).flatMap((tool) => namesIn(listOf(tool.functionDeclarations)))
  stream(response, [content(decide(turns, tools))])
}

function content({ text, call }: Next): Json {
  const parts: Json[] = [{ text }]
  if (call) parts.push({ functionCall: { id: nextId('fc'), name: call.name, args: call.input } })
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 }
  return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }], usageMetadata }
}

function namesIn(tools: readonly Json[]): string[] {
  return tools.map(({ name }) => String(name))
}

/** Codex puts the tools of a server into a namespace. */
function namesWithin(tool: Json): string[] {
  if (tool.type !== 'namespace') return [String(tool.name)]
  return namesIn(listOf(tool.tools)).map((name) => `${tool.name}/${name}`)
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value : []
}

let ids = 0

function nextId(kind: string): string {
  ids += 1
  return `${kind}_${String(ids).padStart(24, '0')}`
}

function send(response: ServerResponse, body: Json): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function stream(response: ServerResponse, events: readonly Json[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) {
    if (event.type) response.write(`event: ${event.type}\n`)
    response.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}
