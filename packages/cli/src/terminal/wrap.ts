import { textWidth } from './width.ts'

/** Wraps a text into lines of at most this many columns; a longer word gets its own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && textWidth(line) + 1 + textWidth(word) > width) {
      lines.push(line)
      line = word
    } else line = line ? `${line} ${word}` : word
  }
  return [...lines, line]
}

/** Wraps a text of several lines and keeps its indentation. Returns it unchanged if the output is no terminal. */
export function wrapFor(stream: { readonly isTTY?: boolean; readonly columns?: number }, text: string): string {
  const { isTTY, columns } = stream
  if (isTTY !== true || columns === undefined || columns < 20) return text
  const lines = text.split('\n').flatMap((line) => {
    const indentation = /^ */.exec(line)?.[0] ?? ''
    return wrap(line.slice(indentation.length), columns - indentation.length).map((part) => indentation + part)
  })
  return lines.join('\n')
}
