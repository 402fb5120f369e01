import { Lexer, type Token } from 'marked'

/** Reading takes a time that grows with the square of these. So many take less than a quarter of a second. */
const maxMarks = 3000
const marks = /[_*~`[<>]/g

/** The parts of a text; `undefined` when it is built so that reading it fails or takes too long. */
export function lex(text: string): readonly Token[] | undefined {
  if ((text.match(marks)?.length ?? 0) > maxMarks) return undefined
  try {
    // It only reads; nothing that it makes is HTML.
    return new Lexer({ gfm: true, breaks: false }).lex(text)
  } catch {
    return undefined
  }
}

/** Where a link may lead. Anything else is shown as text. */
export function safeHref(href: string): string | undefined {
  const url = URL.parse(href)
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined
}
