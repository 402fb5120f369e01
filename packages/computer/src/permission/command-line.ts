import { textOf } from '../acp/loose.ts'
import type { ToolCall } from '../transcript/tool-call.ts'

interface CommandLines {
  /** The commands that the agent says it will run. Empty if it does not say. */
  readonly told: readonly string[]
  /** Further texts of the call that may also be run. They can be a reason to refuse, but not to allow. */
  readonly others: readonly string[]
}

/** The command lines of a tool call, whatever the name of the tool. The title is ignored, because it is for people. */
export function commandLinesOf({ input, kind }: ToolCall): CommandLines {
  const isShell = kind === 'execute'
  const { command, cmd, script, args, commands, input: text } = input
  const told = [command, cmd, ...(isShell ? [script] : [])].flatMap((each) => lineOf(each, args) ?? [])
  const more = [...(Array.isArray(commands) ? commands : [commands]), ...(isShell ? [text] : [])]
  const others = more.flatMap((each) => lineOf(each, undefined) ?? [])
  return { told, others: others.filter((line) => !told.includes(line)) }
}

/** The result of `commandsOf` for a call without commands. */
export const noCommands = '[]'

/** A key that is equal for calls that run the same commands. */
export function commandsOf(call: ToolCall): string {
  const { told, others } = commandLinesOf(call)
  return JSON.stringify([...told, ...others].toSorted())
}

function lineOf(command: unknown, args: unknown): string | undefined {
  const words = Array.isArray(command) ? command.map(String) : []
  const line = words.length > 0 ? joined(words) : textOf(command)
  const more = Array.isArray(args) ? args.map(String) : []
  return line === undefined || more.length === 0 ? line : `${line} ${joined(more)}`
}

/** A list of words is run as it is, without a shell that could interpret them. */
function joined(words: readonly string[]): string {
  return words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ')
}
