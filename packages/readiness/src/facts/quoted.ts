const longestQuote = 80

/** One line of a file, short and without characters that would end the quotation. */
export function quoted(line: string): string {
  const clean = line
    .replace(/[`\p{Cc}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `\`${clean.length > longestQuote ? `${clean.slice(0, longestQuote - 1)}…` : clean}\``
}
