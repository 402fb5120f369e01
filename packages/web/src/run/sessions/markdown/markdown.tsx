import type { Token } from 'marked'
import { memo, useMemo } from 'react'
import { plainText } from '../../../ui/plain-text.ts'
import { Code } from './code.tsx'
import { Inline } from './inline.tsx'
import { lex } from './lex.ts'
import { Table } from './table.tsx'

/** Longer texts are not parsed, because that takes too long. */
const maxLength = 200_000
/** Deeper nesting is shown as source text. */
const maxDepth = 12

/** Renders the text of an agent. HTML in it is shown as text; images on other hosts are links. */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => (text.length > maxLength ? undefined : lex(plainText(text))), [text])
  if (!tokens) return <p className="break-words whitespace-pre-wrap">{plainText(text)}</p>
  return (
    <div className="space-y-3 break-words">
      <Blocks tokens={tokens} depth={0} />
    </div>
  )
}

function Blocks({ tokens, depth }: { tokens: readonly Token[]; depth: number }) {
  return tokens.map((token, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text only grows at its end.
    <Block key={place} token={token} depth={depth} raw={token.raw} />
  ))
}

interface BlockProps {
  readonly token: Token
  readonly depth: number
  readonly raw: string
}

/** While a text is being written, only its last block is rendered again. */
const Block = memo(DrawnBlock, (before, after) => before.raw === after.raw && before.depth === after.depth)

function DrawnBlock({ token, depth }: BlockProps) {
  if (depth > maxDepth) return <p className="whitespace-pre-wrap">{token.raw}</p>
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'hr':
      return <hr />
    case 'heading':
      // The page has its own headings, with which those of a message must not mix.
      return (
        <p className={`font-semibold ${token.depth <= 2 ? 'text-[15px]' : ''}`}>
          <Inline tokens={token.tokens ?? []} depth={depth} />
        </p>
      )
    case 'code':
      return <Code text={token.text} language={token.lang ?? ''} isWhole={isClosed(token.raw)} />
    case 'blockquote':
      return (
        <blockquote className="space-y-2 border-l-2 border-line-strong pl-3 text-muted">
          <Blocks tokens={token.tokens ?? []} depth={depth + 1} />
        </blockquote>
      )
    case 'list':
      return <List token={token} depth={depth} />
    case 'table':
      return <Table token={token} depth={depth} />
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens ?? []} depth={depth} />
        </p>
      )
    case 'text':
      return <Inline tokens={token.tokens ?? [token]} depth={depth} />
    default:
      return <p className="whitespace-pre-wrap">{token.raw.trim()}</p>
  }
}

/** Whether a code block already has its closing fence. */
function isClosed(raw: string): boolean {
  return /(?:```|~~~)$/.test(raw.trimEnd())
}

function List({ token, depth }: { token: Token; depth: number }) {
  if (token.type !== 'list') return null
  const items: readonly Token[] = token.items
  const rows = items.map((item, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text only grows at its end.
    <li key={place} className="space-y-1 pl-1">
      {item.type === 'list_item' && item.task && <span aria-hidden="true">{item.checked ? '☑ ' : '☐ '}</span>}
      <Blocks
        tokens={(item.type === 'list_item' ? (item.tokens ?? []) : []).filter(({ type }: Token) => type !== 'checkbox')}
        depth={depth + 1}
      />
    </li>
  ))
  const look = 'space-y-1 pl-5 marker:text-faint'
  return token.ordered ? (
    <ol start={Number(token.start) || 1} className={`list-decimal ${look}`}>
      {rows}
    </ol>
  ) : (
    <ul className={`list-disc ${look}`}>{rows}</ul>
  )
}
