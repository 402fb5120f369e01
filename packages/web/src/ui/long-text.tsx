import { useState } from 'react'
import { Button } from './button.tsx'
import { compact } from './numbers.ts'
import { plainText } from './plain-text.ts'

/** The shown length of a folded text. */
const firstLength = 8000
const pieceLength = 20_000

/**
 * Unformatted text. A long one is folded; unfolded, it is split into pieces, of which only visible ones are laid out.
 */
export function LongText({ text, className = '' }: { text: string; className?: string }) {
  const [isOpen, setOpen] = useState(false)
  const isLong = text.length > firstLength * 1.25
  const pieces = isLong && !isOpen ? [text.slice(0, firstLength)] : piecesOf(text)
  return (
    <>
      {pieces.map((piece, place) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces are told apart by their place.
          key={place}
          className={`break-words whitespace-pre-wrap ${pieces.length > 1 ? 'lazy-piece' : ''} ${className}`}
        >
          {plainText(piece)}
        </div>
      ))}
      {isLong && (
        <Button size="small" className="mt-2" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${compact(text.length)} characters`}
        </Button>
      )}
    </>
  )
}

/** Splits at line ends if there are any. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const limit = start + pieceLength
    const line = limit < text.length ? text.lastIndexOf('\n', limit) : text.length
    const end = line > start ? line : limit
    pieces.push(text.slice(start, end))
    start = text[end] === '\n' ? end + 1 : end
  }
  return pieces
}
