/** The most informative fields of a tool's input, the best first. */
const bestFields = [
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

/** The subject of a tool call as one text: the command, the path or the question; otherwise the whole input as JSON. */
export function toolSubject(input: Readonly<Record<string, unknown>>): string {
  const found = bestFields.map((field) => input[field]).find((value) => value !== undefined && value !== '')
  if (Array.isArray(found)) return found.join(' ')
  if (found !== undefined) return typeof found === 'string' ? found : JSON.stringify(found)
  return Object.keys(input).length === 0 ? '' : JSON.stringify(input)
}
