import { gitWorkOf } from '@muster/contract/git-actions'
import { changesOfPatch, patchBegin } from '@muster/contract/patch'
import { type CallReport, type ChangedFile, maxReportedFiles } from '@muster/contract/relay/work-report'
import { maxLinesOfFile } from '@muster/contract/telemetry'
import { toolNames } from '@muster/contract/tool-names'
import { diffLines } from 'diff'
import { type Loose, listOf, objectOf, textOf } from '../acp/loose.ts'
import { commandLinesOf } from '../permission/command-line.ts'
import type { ToolCall } from './tool-call.ts'

/** The data that an agent reports for a tool call besides its input. */
export interface ShownWork {
  /** The last reported file changes. */
  readonly diffs: readonly Loose[]
  /** The raw result of the tool. */
  readonly rawOutput: Loose
  /** The result as text. */
  readonly output: string
}

type Work = Pick<CallReport, 'files' | 'commits' | 'sha' | 'pullRequests' | 'pullRequestUrl'>

interface Change {
  readonly path: string
  readonly operation: ChangedFile['operation']
  readonly linesAdded?: number | undefined
  readonly linesRemoved?: number | undefined
}

/** The work of a completed tool call: created or changed files, commits and pull requests. */
export function workOf(call: ToolCall, shown: ShownWork): Work {
  const files = changesOf(call, shown).slice(0, maxReportedFiles).flatMap(toFile)
  const { commits, sha, pullRequests, pullRequestUrl } = gitWorkOf(commandOf(call), shown.output)
  return {
    ...(files.length > 0 && { files }),
    ...(commits > 0 && { commits, ...(sha && { sha }) }),
    ...(pullRequests > 0 && { pullRequests, ...(pullRequestUrl && { pullRequestUrl: pullRequestUrl.slice(0, 2000) }) }),
  }
}

/** The exit code of a command, wherever an agent reports it. */
export function exitCodeOf(rawOutput: Loose): number | undefined {
  const places = [rawOutput, objectOf(rawOutput.metadata), ...listOf(rawOutput.contents)]
  return places
    .flatMap(({ exit_code, exitCode, exit }) => [exit_code, exitCode, exit])
    .find((code) => typeof code === 'number')
}

function commandOf(call: ToolCall): string {
  return call.kind === 'execute' ? commandLinesOf(call).told.join('\n') : ''
}

/** The file changes from the best source: the reported changes, a patch, or the input of a tool that changes a file. */
function changesOf(call: ToolCall, { diffs, rawOutput }: ShownWork): Change[] {
  const shown = diffs.flatMap(ofDiff)
  if (shown.length > 0) return onePerFile(shown)
  const patch = Object.values(call.input).find((value) => typeof value === 'string' && value.includes(patchBegin))
  if (typeof patch === 'string') return changesOfPatch(patch)
  return call.kind === 'edit' ? ofInput(call, objectOf(rawOutput.metadata).exists === true) : []
}

function ofDiff({ path: told, oldText, newText, _meta }: Loose): Change[] {
  const path = textOf(told)
  const { kind } = objectOf(_meta)
  if (path === undefined || typeof newText !== 'string' || kind === 'delete') return []
  const before = textOf(oldText) ?? ''
  const isNew = kind === 'add' || (kind === undefined && before === '')
  return [{ path, operation: isNew ? 'create' : 'edit', ...changedLines(before, newText) }]
}

function ofInput({ name, input }: ToolCall, wasThere: boolean): Change[] {
  const path = firstText(input, ['file_path', 'filePath', 'path', 'absolute_path', 'notebook_path'])
  if (path === undefined) return []
  const written = firstText(input, ['content', 'file_text', 'contents'])
  if (writes(name)) {
    if (wasThere) return [{ path, operation: 'edit' }]
    return [{ path, operation: 'create', ...(written !== undefined && changedLines('', written)) }]
  }
  const before = firstText(input, ['old_string', 'oldString', 'old_str'])
  const after = firstText(input, ['new_string', 'newString', 'new_str']) ?? ''
  return [{ path, operation: 'edit', ...(before !== undefined && changedLines(before, after)) }]
}

function firstText(input: Loose, fields: readonly string[]): string | undefined {
  return fields.map((field) => textOf(input[field])).find((value) => value !== undefined)
}

/** Whether a tool writes whole files, by the common tool names. */
function writes(name: string): boolean {
  return name === 'Write' || Object.values(toolNames).some((names) => names[name]?.join() === 'Write')
}

/** Comparing very different texts takes very long, so above this limit the number of changed lines is unknown. */
const maxCompared = 200_000
const maxEditLength = 2_000

function changedLines(before: string, after: string): Pick<Change, 'linesAdded' | 'linesRemoved'> {
  if (before === '') return { linesAdded: linesIn(after), linesRemoved: 0 }
  const parts = before.length + after.length > maxCompared ? undefined : diffLines(before, after, { maxEditLength })
  if (!parts) return {}
  const sum = (side: 'added' | 'removed') => parts.reduce((lines, part) => lines + (part[side] ? part.count : 0), 0)
  return { linesAdded: sum('added'), linesRemoved: sum('removed') }
}

function linesIn(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/, '').split('\n').length
}

/** An agent may report a change of one file in several parts. */
function onePerFile(changes: readonly Change[]): Change[] {
  const plus = (a: number | undefined, b: number | undefined) =>
    a === undefined || b === undefined ? undefined : a + b
  const files = new Map<string, Change>()
  for (const change of changes) {
    const { linesAdded, linesRemoved } = change
    const file = files.get(change.path)
    const lines = file && {
      linesAdded: plus(file.linesAdded, linesAdded),
      linesRemoved: plus(file.linesRemoved, linesRemoved),
    }
    files.set(change.path, { ...(file ?? change), ...lines })
  }
  return [...files.values()]
}

function toFile({ path, operation, linesAdded, linesRemoved }: Change): ChangedFile[] {
  const name = path
    .slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
    .slice(-255)
    .toWellFormed()
  if (name === '') return []
  const isTold = (lines: number | undefined): lines is number => lines !== undefined && lines <= maxLinesOfFile
  const lines = { ...(isTold(linesAdded) && { linesAdded }), ...(isTold(linesRemoved) && { linesRemoved }) }
  return [{ operation, name, ...lines }]
}
