import { diffLines } from 'diff'
import type { FileChange } from './tool-summary.ts'

export interface DiffLine {
  readonly key: number
  readonly kind: 'added' | 'removed' | 'same'
  readonly text: string
}

/** Longer texts are shown as they are: working out what changed would hold up the page. */
const maxLength = 100_000
/** Working out the shortest change of texts that have nothing in common takes very long. */
const maxEdits = 2000

export function lineDiff({ before, after }: FileChange): readonly DiffLine[] {
  const parts =
    before.length + after.length > maxLength ? undefined : diffLines(before, after, { maxEditLength: maxEdits })
  const changes = parts ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ]
  const lines = changes.flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    return value === ''
      ? []
      : value
          .replace(/\n$/, '')
          .split('\n')
          .map((text) => ({ kind, text }) as const)
  })
  return lines.map((line, key) => ({ key, ...line }))
}
