import type { LiveText } from './live-text.ts'

/** The most of an unfinished message that anybody keeps or sends, in UTF-16 code units. */
export const maxUnfinishedText = 256 * 2 ** 10

/** The unfinished message after one more part. `undefined` after a gap: it waits for the next whole text. */
export function afterPart(
  before: LiveText | undefined,
  kind: 'preview' | 'delta',
  { turnId, n, text }: LiveText,
): LiveText | undefined {
  if (kind === 'preview') return { turnId, n, text: endOf(text) }
  if (before?.turnId !== turnId || before.n + 1 !== n) return undefined
  return { turnId, n, text: endOf(before.text + text) }
}

/**
 * The text, or the end of one that is too long, behind a “…”. It leaves room for more, so that a text that grows is not
 * copied with each addition.
 */
export function endOf(text: string): string {
  if (text.length <= maxUnfinishedText) return text
  const end = text.slice(-maxUnfinishedText / 2)
  const isHalf = /^[\uDC00-\uDFFF]/.test(end)
  return `…${isHalf ? end.slice(1) : end}`
}
