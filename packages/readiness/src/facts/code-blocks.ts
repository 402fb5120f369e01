import { expression } from '../repository/expression.ts'
/** A line of code in a page, with the number of the line. */
export interface CodeLine {
  readonly text: string
  readonly line: number
  /** Between single backticks in a sentence, not in a block of its own. */
  readonly isInline: boolean
}

const shells = /^(sh|bash|shell|zsh|console|shell-session|terminal|text|powershell|pwsh|ps1|bat|cmd)?$/i

/** The command that adds a package is one in a block of any language: people name the one that the package is for. */
const adds = expression(
  '',
  String.raw`^\s*(?:[$>] )?(?:(?:npm|pnpm|bun) (?:i|install|add)|yarn add|dotnet add package|pip install|composer require|cargo add`,
  String.raw`|gem install|(?:dart|flutter) pub add) \S`,
)

/**
 * The commands in a page of Markdown, reStructuredText or AsciiDoc: blocks without a language or with that of a shell,
 * indented blocks, and text between backticks. Prose is left out, so "make sure" is no command.
 */
export function codeLines(text: string): CodeLine[] {
  const found: CodeLine[] = []
  let fence: { readonly mark: string; readonly isShell: boolean } | undefined
  let wasBlank = true
  let isIndented = false
  let announced = ''
  for (const [index, raw] of text.split('\n').entries()) {
    const line = index + 1
    const opening = /^\s*(```+(?![^`]*```)|~~~+|----+$|#\+(?:begin|end)_(?:src|example)\b)\s*([\w-]*)/i.exec(raw)
    if (fence) {
      if (opening?.[1]?.toLowerCase().startsWith(fence.mark)) fence = undefined
      else if (fence.isShell || adds.test(raw)) found.push({ text: withoutPrompt(raw), line, isInline: false })
      continue
    }
    if (opening) {
      const [, mark = '', named = ''] = opening
      const language = mark.startsWith('-') ? announced : named
      // A line of dashes is an AsciiDoc block only after a blank line or an attribute; elsewhere it underlines a
      // heading.
      if (!mark.startsWith('-') || wasBlank) {
        fence = { mark: closing(mark), isShell: shells.test(language) }
        continue
      }
    }
    const indented = /^(?: {4}|\t)\s*(\S.*)$/.exec(raw)
    isIndented = indented !== null && (wasBlank || isIndented)
    if (indented && isIndented && !/^\s*([-*+]|\d+[.)])\s/.test(raw)) {
      found.push({ text: withoutPrompt(indented[1] ?? ''), line, isInline: false })
    } else {
      for (const [, code] of raw.matchAll(/(?<!`)`{1,3}([^`]+)`{1,3}(?!`)/g))
        found.push({ text: withoutPrompt(code ?? ''), line, isInline: true })
    }
    announced = sourceLanguage.exec(raw)?.[1] ?? (raw.trim() === '' ? announced : '')
    wasBlank = raw.trim() === '' || isHeading.test(raw) || /^\[.*\]$/.test(raw.trim()) || raw.trimEnd().endsWith('::')
  }
  return found
}

/** AsciiDoc says in the line before a block in which language it is. */
const sourceLanguage = /^\[(?:source)?,\s*([\w-]+)/

/** A block may follow a heading at once. */
const isHeading = /^(?:-{3,}|={3,}|#{1,6} .*)\s*$/

/** What ends a block: the same marks again, or the end that Org mode writes. */
function closing(mark: string): string {
  return mark.startsWith('#') ? '#+end' : mark.slice(0, 3)
}

/** Removes comments inside fenced blocks, because they look like headings. */
export function withoutCommentsInBlocks(text: string): string {
  return text.replace(/^(```|~~~)[^\n]*\n[\s\S]*?^\1/gm, (block) => block.replace(/^#.*/gm, ''))
}

function withoutPrompt(text: string): string {
  return text.trim().replace(/^([\w.@~:/-]*[$#>%]\s+)+/, '')
}
