import { type ToolKind, toolKinds } from '@muster/contract/permission'
import { toolNames } from '@muster/contract/tool-names'
import { type Loose, listOf, objectOf, textOf } from '../acp/loose.ts'
import { fitValue } from './cap-text.ts'

/** A tool call as reported by the agent so far. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly kind: ToolKind
  readonly input: Loose
}

/** The size limit of each text in an input; larger ones are whole files, which the agent has on disk. */
const maxInputBytes = 64 * 2 ** 10

/** How an agent reports its tool calls. */
export interface ToolCallWays {
  /** The title of a command is its command line. */
  readonly titleIsCommand?: true
}

/** Merges an update; updates omit unchanged fields. */
export function mergeToolCall(
  before: ToolCall | undefined,
  id: string,
  update: Loose,
  ways: ToolCallWays = {},
): ToolCall {
  const kind = toolKinds.find((each) => each === update.kind) ?? before?.kind ?? 'other'
  const title = textOf(update.title) ?? before?.title ?? kind
  const known = toldInput(update) ?? (ways.titleIsCommand && isItsTitle(before) ? undefined : before?.input)
  const input = hasKeys(known) ? known : guessedInput(update, kind, title, ways)
  return { id, kind, title, input, name: nameIn(update) ?? before?.name ?? nameFrom(id, title, kind) }
}

/** The input in an update: an object, a JSON object as text, or other text. */
function toldInput({ rawInput, content, status }: Loose): Loose | undefined {
  const told = objectOf(rawInput)
  if (hasKeys(told)) return capInput(told)
  const text = textOf(rawInput)
  if (text !== undefined) return capInput(jsonObject(text) ?? { input: text })
  // Before the call runs, its content cannot be output, so it may be the input.
  if (status !== 'pending') return undefined
  const shown = listOf(content)
    .map((entry) => jsonObject(textOf(objectOf(entry.content).text)))
    .find((each) => each !== undefined)
  return shown && capInput(shown)
}

function jsonObject(text: string | undefined): Loose | undefined {
  if (!text?.trimStart().startsWith('{')) return undefined
  try {
    const value: Loose = objectOf(JSON.parse(text))
    return hasKeys(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether the command was guessed from the title; then a new title means a new command. */
function isItsTitle(call: ToolCall | undefined): boolean {
  return call?.kind === 'execute' && Object.keys(call.input).length === 1 && call.input.command === call.title
}

/** For agents that report no input: guesses it from the rest of the update. */
function guessedInput(update: Loose, kind: ToolKind, title: string, { titleIsCommand }: ToolCallWays): Loose {
  const diff = listOf(update.content).find(({ type }) => type === 'diff')
  if (diff) return capInput({ path: diff.path, newText: diff.newText })
  const path = textOf(listOf(update.locations)[0]?.path)
  if (path !== undefined && kind !== 'execute') return { path }
  // An empty input will be filled by a later update.
  const tellsInput = update.rawInput !== undefined && update.rawInput !== null
  return titleIsCommand && kind === 'execute' && title !== kind && !tellsInput ? { command: title } : {}
}

function capInput(input: Loose): Loose {
  return objectOf(fitValue(input, maxInputBytes))
}

function hasKeys(value: Loose | undefined): value is Loose {
  return value !== undefined && Object.keys(value).length > 0
}

function nameIn({ name, _meta }: Loose): string | undefined {
  const meta = objectOf(_meta)
  return textOf(objectOf(meta.claudeCode).toolName) ?? textOf(meta.toolName) ?? textOf(name)
}

/** Some agents give the name only as the first title, or as a prefix of the id. */
function nameFrom(id: string, title: string, kind: ToolKind): string {
  const start = /^([a-z][a-z0-9]*(?:_[a-z0-9]+)*?)(?:__?|-)[0-9a-f-]{6,}$/i.exec(id)?.[1]
  if (start && isToolName(start)) return start
  return /^[\w.-]{1,64}$/.test(title) ? title : kind
}

function isToolName(name: string): boolean {
  return Object.values(toolNames).some((names) => Object.hasOwn(names, name))
}

/** The tool call of the sub-agent to which this update belongs, if any. */
export function parentToolOf({ _meta }: Loose): string {
  const meta = objectOf(_meta)
  return textOf(objectOf(meta.claudeCode).parentToolUseId) ?? textOf(meta.parentToolCallId) ?? ''
}
