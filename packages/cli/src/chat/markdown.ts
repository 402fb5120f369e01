import { fold, hang, type Line, type Span, span } from './span.ts'

/**
 * Renders the Markdown that agents write as rows: headings, lists, quotes, code, bold. Everything else stays as
 * written.
 */
export function renderMarkdown(text: string, width: number): Line[] {
  let isCode = false
  return text
    .trim()
    .split('\n')
    .flatMap((line): Line[] => {
      const fence = /^\s*(?:```|~~~)\s*(\S*)/.exec(line)
      if (fence) {
        isCode = !isCode
        return fence[1] && isCode ? [[span(`  ${fence[1]}`, 'dim')]] : []
      }
      return isCode ? hang(fold([span(line, 'cyan')], width - 2), span('  ')) : renderLine(line, width)
    })
}

function renderLine(line: string, width: number): Line[] {
  const heading = /^#{1,6}\s+(.*)$/.exec(line)
  if (heading) return fold([span(heading[1] ?? '', 'bold')], width)
  const item = /^(\s*)(?:[-*+]|(\d{1,3}[.)]))\s+(.*)$/.exec(line)
  if (item) {
    const [, indent = '', number, rest = ''] = item
    const mark = `${indent.slice(0, 8)}${number ?? '•'} `
    return hang(fold(inline(rest), width - mark.length), span(mark))
  }
  const quote = /^>\s?(.*)$/.exec(line)
  if (quote) return fold([span(quote[1] ?? '', 'dim')], width - 2).map((row) => [span('│ ', 'dim'), ...row])
  return fold(inline(line), width)
}

function inline(text: string): Span[] {
  return text
    .split(/(\*\*[^*\n]+\*\*|`[^`\n]+`)/)
    .filter(Boolean)
    .map((part) => {
      if (/^\*\*[^*]+\*\*$/.test(part)) return span(part.slice(2, -2), 'bold')
      if (/^`[^`]+`$/.test(part)) return span(part.slice(1, -1), 'cyan')
      return span(part)
    })
}
