import type { Edit } from './edit.ts'

interface WantedLine {
  readonly text: string
  /** Whether a line is the one that this replaces. */
  is(line: string): boolean
}

/** Puts lines into a text file: each replaces the matching line, or is appended. */
export function lineEdit(path: string, wanted: readonly WantedLine[]): Edit {
  return {
    path,
    apply(text = '') {
      return wanted.reduce(withLine, text)
    },
    revert(text, before) {
      const earlier = before?.split('\n') ?? []
      const kept = text.split('\n').flatMap((line) => {
        const ours = wanted.find(({ is }) => is(line))
        return ours ? earlier.filter((each) => ours.is(each)).slice(0, 1) : [line]
      })
      const result = kept.join('\n')
      return before === undefined && result.trim() === '' ? undefined : result
    },
  }
}

/** `NAME="value"` in a file of variables. */
export function variableLine(name: string, value: string): WantedLine {
  const pattern = new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`)
  return { text: `${name}="${value}"`, is: (line) => pattern.test(line) }
}

function withLine(text: string, { text: line, is }: WantedLine): string {
  const lines = text.split('\n')
  const at = lines.findIndex(is)
  if (at >= 0) return lines.with(at, line).join('\n')
  return `${text === '' || text.endsWith('\n') ? text : `${text}\n`}${line}\n`
}
