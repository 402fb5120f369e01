/** The kind of a piece of code, which determines its colour. */
export type PieceKind = 'keyword' | 'text' | 'number' | 'comment' | 'name' | 'type' | 'added' | 'removed'

/** A stretch of code in one colour. The pieces of a code, joined, are the code. */
export type Piece = readonly [text: string, kind?: PieceKind]

/** Maps the class names of the grammars to our kinds. Text of other classes has no colour. */
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

/** The used part of a grammar's syntax tree. */
interface GrammarNode {
  readonly type: string
  readonly value?: string
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly GrammarNode[]
}

/** The pieces of a tree, with adjacent pieces of the same kind merged. */
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

/** Splits pieces into lines, without line breaks. */
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
