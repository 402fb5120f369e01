import { oneLine } from '../terminal/width.ts'

/** The fields of a tool's input that say most about it, the best first. */
const telling = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'pattern',
  'query',
  'url',
  'question',
  'description',
]

/** A tool call on one line: its name, and what it is about. */
export function toolSummary(name: string, input: Readonly<Record<string, unknown>>): string {
  const found = telling.map((key) => input[key]).find((value) => value !== undefined && value !== '')
  const about = Array.isArray(found) ? found.join(' ') : (found ?? (isEmpty(input) ? '' : input))
  const text = typeof about === 'string' ? about : JSON.stringify(about)
  return oneLine(`${name} ${text}`)
}

function isEmpty(input: object): boolean {
  return Object.keys(input).length === 0
}
