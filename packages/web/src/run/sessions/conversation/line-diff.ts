import { diffLines } from 'diff'
import type { Piece } from '../highlight/pieces.ts'
import type { FileChange } from './tool-summary.ts'

interface DiffLine {
  readonly key: number
  readonly kind: 'added' | 'removed' | 'same'
  readonly text: string
}

/** Longer texts are shown without a diff, because computing one would block the page. */
const maxLength = 100_000
/** Computing the shortest diff of unrelated texts takes very long. */
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

/** One side of a diff, without the lines that only the other side has. */
export function sideOf(lines: readonly DiffLine[], other: 'added' | 'removed'): string {
  return lines
    .filter(({ kind }) => kind !== other)
    .map(({ text }) => text)
    .join('\n')
}

type Lines = readonly (readonly Piece[])[]

/** Adds to each line the coloured pieces from the text that contains it. */
export function withPieces(lines: readonly DiffLine[], before: Lines, after: Lines) {
  let [nextBefore, nextAfter] = [0, 0]
  return lines.map(({ key, kind, text }) => {
    const ofBefore = kind === 'added' ? undefined : before[nextBefore++]
    const ofAfter = kind === 'removed' ? undefined : after[nextAfter++]
    return { key, kind, pieces: ofAfter ?? ofBefore ?? [[text] as Piece] }
  })
}
