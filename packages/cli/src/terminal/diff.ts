import type { Color } from './cell.ts'
import { printable } from './width.ts'

const around = 2

/** The difference of two short texts, line by line, with a little context. */
export function diffOf(before: string, after: string, paint: (text: string, color: Color) => string): string {
  const lines = lineChanges(linesOf(before), linesOf(after))
  const isNear = (index: number) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(([sign]) => sign !== ' ')
  const shown: string[] = []
  for (const [index, [sign, line]] of lines.entries()) {
    if (!isNear(index)) {
      if (shown.at(-1) !== '  …') shown.push('  …')
      continue
    }
    const text = `${sign} ${printable(line)}`
    shown.push(sign === ' ' ? text : paint(text, sign === '+' ? 'green' : 'red'))
  }
  return shown.join('\n')
}

type LineChange = readonly [sign: '+' | '-' | ' ', line: string]

/** The longest common subsequence of lines. `diff` of node:util does the same, but Node 22.13 lacks it. */
export function lineChanges(before: readonly string[], after: readonly string[]): LineChange[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  const common = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i -= 1) {
    for (let j = after.length - 1; j >= 0; j -= 1) {
      const row = lengths[i]
      if (!row) continue
      row[j] = before[i] === after[j] ? common(i + 1, j + 1) + 1 : Math.max(common(i + 1, j), common(i, j + 1))
    }
  }
  const changes: LineChange[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]]
    if (old !== undefined && old === fresh) {
      changes.push([' ', old])
      i += 1
      j += 1
    } else if (fresh !== undefined && (old === undefined || common(i, j + 1) >= common(i + 1, j))) {
      changes.push(['+', fresh])
      j += 1
    } else if (old !== undefined) {
      changes.push(['-', old])
      i += 1
    }
  }
  return changes
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
