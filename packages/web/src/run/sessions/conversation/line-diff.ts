import { diffLines } from 'diff'
import type { Piece } from '../highlight/pieces.ts'
import type { FileChange } from './tool-summary.ts'

interface DiffLine {
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

/** One side of a change, without the lines that only the other has. */
export function sideOf(lines: readonly DiffLine[], other: 'added' | 'removed'): string {
  return lines
    .filter(({ kind }) => kind !== other)
    .map(({ text }) => text)
    .join('\n')
}

type Lines = readonly (readonly Piece[])[]

/** The lines in the colours that they have in the text that they are of. */
export function withPieces(lines: readonly DiffLine[], before: Lines, after: Lines) {
  let [nextBefore, nextAfter] = [0, 0]
  return lines.map(({ key, kind, text }) => {
    const ofBefore = kind === 'added' ? undefined : before[nextBefore++]
    const ofAfter = kind === 'removed' ? undefined : after[nextAfter++]
    return { key, kind, pieces: ofAfter ?? ofBefore ?? [[text] as Piece] }
  })
}
