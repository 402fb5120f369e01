/** What a piece of code is, as far as it has a colour. */
export type PieceKind = 'keyword' | 'text' | 'number' | 'comment' | 'name' | 'type' | 'added' | 'removed'

/** A stretch of code of one colour. All pieces of a code, one after the other, are the code. */
export type Piece = readonly [text: string, kind?: PieceKind]

/** From the words of the grammars to ours. What is not here looks like any text. */
const kinds: Readonly<Record<string, PieceKind>> = {
  keyword: 'keyword',
  'selector-tag': 'keyword',
  doctag: 'keyword',
  meta: 'keyword',
  string: 'text',
  regexp: 'text',
  'template-tag': 'text',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  comment: 'comment',
  quote: 'comment',
  title: 'name',
  section: 'name',
  name: 'name',
  'selector-id': 'name',
  'selector-class': 'name',
  type: 'type',
  built_in: 'type',
  attr: 'type',
  attribute: 'type',
  property: 'type',
  addition: 'added',
  deletion: 'removed',
}

/** The part of a tree of the grammars that is read. */
interface GrammarNode {
  readonly type: string
  readonly value?: string
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly GrammarNode[]
}

/** The pieces of a tree, neighbours of the same kind as one. */
export function piecesOf(root: GrammarNode): Piece[] {
  const pieces: [string, PieceKind?][] = []
  const walk = (node: GrammarNode, kind: PieceKind | undefined) => {
    if (node.type === 'text') {
      const last = pieces.at(-1)
      const text = node.value ?? ''
      if (last && last[1] === kind) last[0] += text
      else if (text !== '') pieces.push(kind ? [text, kind] : [text])
      return
    }
    const own = kindOf(node) ?? kind
    for (const child of node.children ?? []) walk(child, own)
  }
  walk(root, undefined)
  return pieces
}

function kindOf({ properties }: GrammarNode): PieceKind | undefined {
  const [name] = Array.isArray(properties?.className) ? properties.className : []
  return typeof name === 'string' ? kinds[name] : undefined
}

/** The same pieces, line by line, without the ends of lines. */
export function linesOf(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const lines: Piece[][] = [[]]
  for (const [text, kind] of pieces) {
    for (const [place, part] of text.split('\n').entries()) {
      if (place > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push(kind ? [part, kind] : [part])
    }
  }
  return lines
}
