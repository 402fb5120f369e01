import type { ContentBlock } from '@muster/contract/message'

const maxPieceLength = 128 * 2 ** 10

/** Splits a text into pieces at character boundaries. */
export function inPieces(text: string): string[] {
  if (text.length <= maxPieceLength) return [text]
  const isHalf = /[\uD800-\uDBFF]/.test(text.charAt(maxPieceLength - 1))
  const end = isHalf ? maxPieceLength - 1 : maxPieceLength
  return [text.slice(0, end), ...inPieces(text.slice(end))]
}

/** The size in a frame, where JSON escapes some characters with six. */
export function sizeOf(block: ContentBlock): number {
  if (block.type === 'text') return Buffer.byteLength(JSON.stringify(block.text))
  if (block.type === 'thinking') return Buffer.byteLength(JSON.stringify(block.thinking))
  return block.type === 'image' ? block.source.data.length : 1000
}
