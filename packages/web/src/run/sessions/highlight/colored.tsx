import type { Piece, PieceKind } from './pieces.ts'

const looks: Readonly<Record<PieceKind, string>> = {
  keyword: 'text-code-keyword',
  text: 'text-code-text',
  number: 'text-code-number',
  comment: 'text-code-comment italic',
  name: 'text-code-name',
  type: 'text-code-type',
  added: 'text-good',
  removed: 'text-bad',
}

/** Code with syntax colours. */
export function Colored({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(([text, kind], place) =>
    kind ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces are told apart by their place.
      <span key={place} className={looks[kind]}>
        {text}
      </span>
    ) : (
      text
    ),
  )
}
