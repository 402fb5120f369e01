import type { Random } from '../random.ts'
import { words } from '../teams.ts'
import { changeOf } from './file-change.ts'

interface ToolTexts {
  readonly input: Record<string, unknown>
  readonly result: string
}

/** The input and the output of a tool call. */
export function toolTexts(random: Random, tool: string, path: string, success: boolean): ToolTexts {
  const word = random.pick(words)
  if (!success) return { input: inputOf(tool, path, word), result: 'Error: the command ended with exit code 1.' }
  const input = inputOf(tool, path, word)
  if ('command' in input)
    return { input, result: `${random.between(3, 60)} passed, 0 failed (${random.between(1, 40)}.2 s)` }
  if ('pattern' in input) return { input, result: `${path}:${random.between(3, 200)}: ${word}` }
  if ('content' in input || 'new_string' in input) return { input, result: `${path} was changed.` }
  return { input, result: `${random.between(20, 400)} lines` }
}

function inputOf(tool: string, path: string, word: string): Record<string, unknown> {
  if (/^(Bash|shell|run_shell_command)$/.test(tool)) return { command: `npm test -- ${word}` }
  if (/^(Grep|Glob|glob|search_file_content)$/.test(tool)) return { pattern: word, path: path.split('/')[0] }
  const { before, after } = changeOf(path, word)
  if (/^(Write|write_file)$/.test(tool)) return { path, content: after }
  if (/^(Edit|apply_patch|replace)$/.test(tool)) return { path, old_string: before, new_string: after }
  if (/^(TodoWrite|update_plan|write_todos|save_memory|Task)$/.test(tool)) return { items: [`Look at ${word}`, 'Test'] }
  if (/web/i.test(tool)) return { query: `${word} best practice` }
  return /^(Read|read_file)$/.test(tool) ? { path } : { query: word }
}
