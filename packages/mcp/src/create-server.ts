import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { type Client, isMusterError, MusterConnectionError } from '@muster/sdk'
import { Value } from 'typebox/value'
import type { Tool } from './tool.ts'
import { tools } from './tools.ts'

/** Longer answers are cut, with a note, because an answer uses up the context of a model. */
export const maxAnswerLength = 60_000

const instructions =
  'Muster knows what coding agents of this organization use and cost, runs sessions of agents on its computers, and judges how ready repositories are for them. You see and may do what the owner of the key may.'

/** The reason why no tool can call the service, for a person. */
export class NoClient extends Error {}

/** A stateless server that gets its client for each call. */
export function createServer(clientOf: () => Client | Promise<Client>, version: string): Server {
  const server = new Server({ name: 'muster', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(described) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const found = tools.find(({ name }) => name === params.name)
    if (found === undefined) return failed(`There is no tool ${params.name}. Ask for the list of tools.`)
    const input = params.arguments ?? {}
    const fault = faultOf(found, input)
    if (fault !== undefined) return failed(fault)
    try {
      return told(await found.run(input as never, { client: await clientOf(), signal }))
    } catch (error) {
      return failed(sentenceOf(error))
    }
  })
  return server
}

function described({ name, title, description, input, readOnly }: Tool) {
  const annotations = { title, readOnlyHint: readOnly, destructiveHint: false, openWorldHint: !readOnly }
  // Sends schemas as plain data, without the properties that the library attaches.
  return { name, title, description, inputSchema: JSON.parse(JSON.stringify(input)), annotations }
}

function faultOf({ input }: Tool, value: unknown): string | undefined {
  const [first] = Value.Errors(input, value)
  if (first === undefined) return undefined
  return `The arguments do not fit: ${first.instancePath.replace(/^\//, '') || 'they'} ${first.message}.`
}

function told(value: unknown): CallToolResult {
  const text = JSON.stringify(value)
  return { content: [{ type: 'text', text: text.length <= maxAnswerLength ? text : cut(text) }] }
}

function cut(text: string): string {
  const rest = `\n[Cut after ${maxAnswerLength} of ${text.length} characters. Ask for fewer days, or a smaller limit.]`
  return text.slice(0, maxAnswerLength) + rest
}

function failed(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}

function sentenceOf(error: unknown): string {
  if (isMusterError(error)) {
    const fields = error.errors.map(({ path, message }) => ` ${path} ${message}.`).join('')
    return `${error.detail}${fields} (${error.status} ${error.code})`
  }
  if (error instanceof NoClient) return error.message
  if (error instanceof MusterConnectionError) return `Muster cannot be reached: ${error.message}`
  throw error
}
