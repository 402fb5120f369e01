import { toolSubject } from '@muster/contract/tool-subject'
import { plainText } from '../../../ui/plain-text.ts'

const maxLength = 300

/** The subject of a tool call, on one line. */
export function toolSummary(input: Readonly<Record<string, unknown>>): string {
  return plainText(shortPath(toolSubject(input)).slice(0, maxLength))
    .replace(/\s+/g, ' ')
    .trim()
}

/** Keeps the end of a path, so that truncating the line does not hide the file name. */
function shortPath(text: string): string {
  const isLongPath = /^(?:\/[^/\s]+){5,}$/.test(text)
  return isLongPath ? `…/${text.split('/').slice(-3).join('/')}` : text
}

/** The output of a tool: a text, or blocks that may contain text. */
export function resultText(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content, null, 2)
  return content.map(blockText).filter(Boolean).join('\n')
}

function blockText(block: unknown): string {
  if (typeof block !== 'object' || block === null) return String(block)
  if ('text' in block && typeof block.text === 'string') return block.text
  return 'type' in block && block.type === 'image' ? '' : JSON.stringify(block, null, 2)
}

export interface FileChange {
  readonly path: string
  readonly before: string
  readonly after: string
}

const beforeKeys = ['old_string', 'oldString', 'old_str', 'oldText']
const afterKeys = ['new_string', 'newString', 'new_str', 'newText', 'content', 'file_text']

/** The file change that a call requests; `undefined` for other calls. */
export function fileChange(input: Readonly<Record<string, unknown>>): FileChange | undefined {
  const textOf = (keys: readonly string[]) => keys.map((key) => input[key]).find((value) => typeof value === 'string')
  const path = textOf(['file_path', 'filePath', 'path'])
  const after = textOf(afterKeys)
  if (path === undefined || after === undefined) return undefined
  return { path, before: textOf(beforeKeys) ?? '', after }
}
