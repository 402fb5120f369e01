import { textOf } from '../acp/loose.ts'
import type { ToolCall } from '../transcript/tool-call.ts'

/** The command line of a tool call, whatever the agent calls the tool; `undefined` if there is none. */
export function commandLineOf({ input, kind }: ToolCall): string | undefined {
  const { command, cmd, script } = input
  for (const told of [command, cmd, ...(kind === 'execute' ? [script] : [])]) {
    if (Array.isArray(told) && told.length > 0) return lineOf(told.map(String))
    const line = textOf(told)
    if (line !== undefined) return line
  }
  return undefined
}

/** A list of words is run as it is, without a shell that could interpret them. */
function lineOf(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}
