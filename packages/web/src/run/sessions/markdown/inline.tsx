import type { Token } from 'marked'
import type { ReactNode } from 'react'
import { codeWordClass } from '../../../ui/code-words.tsx'
import { safeHref } from './lex.ts'

const maxDepth = 20

export function Inline({ tokens, depth }: { tokens: readonly Token[]; depth: number }) {
  return tokens.map((token, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text only grows at its end.
    <Piece key={place} token={token} depth={depth + 1} />
  ))
}

function Piece({ token, depth }: { token: Token; depth: number }) {
  const inner = () => <Inline tokens={('tokens' in token && token.tokens) || []} depth={depth} />
  if (depth > maxDepth) return token.raw
  switch (token.type) {
    case 'strong':
      return <strong>{inner()}</strong>
    case 'em':
      return <em>{inner()}</em>
    case 'del':
      return <del>{inner()}</del>
    case 'codespan':
      return <code className={codeWordClass}>{token.text}</code>
    case 'br':
      return <br />
    case 'link':
      return <Linked href={token.href}>{inner()}</Linked>
    case 'image':
      return <Linked href={token.href}>{token.text || token.href}</Linked>
    case 'escape':
      return token.text
    case 'text':
      return token.tokens ? inner() : token.raw
    default:
      return token.raw
  }
}

function Linked({ href, children }: { href: string; children: ReactNode }) {
  const safe = safeHref(href)
  if (!safe) return children
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer" className="text-accent underline underline-offset-2">
      {children}
    </a>
  )
}
