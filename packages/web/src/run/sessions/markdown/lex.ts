import { Lexer, type Token } from 'marked'

/** Parsing takes quadratic time in the number of these marks. This many take less than a quarter of a second. */
const maxMarks = 3000
const marks = /[_*~`[<>]/g

/** The tokens of a text; `undefined` if parsing fails or would take too long. */
export function lex(text: string): readonly Token[] | undefined {
  if ((text.match(marks)?.length ?? 0) > maxMarks) return undefined
  try {
    // The lexer only parses; it produces no HTML.
    return new Lexer({ gfm: true, breaks: false }).lex(text)
  } catch {
    return undefined
  }
}

/** The address of a safe link. Others are shown as text. */
export function safeHref(href: string): string | undefined {
  const url = URL.parse(href)
  return url && /^(https?|mailto):$/.test(url.protocol) ? url.href : undefined
}
