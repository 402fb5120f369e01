import type { LiveText } from './live-text.ts'

/** The maximum length of an unfinished message that is kept or sent, in UTF-16 code units. */
export const maxUnfinishedText = 256 * 2 ** 10

/** The unfinished message after one more part; `undefined` after a gap, until the next complete text. */
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
 * The text, or the end of a long one after a “…”. It leaves room to grow, so that not every addition copies the text.
 */
export function endOf(text: string): string {
  if (text.length <= maxUnfinishedText) return text
  const end = text.slice(-maxUnfinishedText / 2)
  const isHalf = /^[\uDC00-\uDFFF]/.test(end)
  return `…${isHalf ? end.slice(1) : end}`
}
