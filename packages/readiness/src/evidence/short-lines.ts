/** Nobody writes longer commands, and a pattern may go through the rest of a line from each of its words. */
const longestLine = 1000

/** Paragraphs may be one line, but nobody reads one of several screens. */
const longestParagraph = 10_000

const restOfLine = new RegExp(`^(.{${longestLine}}).+$`, 'gm')
const restOfParagraph = new RegExp(`^(.{${longestParagraph}}).+$`, 'gm')

/** A text whose lines end where nobody reads on. */
export function withShortLines(text: string): string {
  return text.replace(restOfLine, '$1')
}

/** The same for pages. */
export function withShortParagraphs(text: string): string {
  return text.replace(restOfParagraph, '$1')
}
