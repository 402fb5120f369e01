/** Nobody writes longer commands, and a pattern may go through the rest of a line from each of its words. */
const longestLine = 1000

const rests = new RegExp(`^(.{${longestLine}}).+$`, 'gm')

/** A text whose lines end where nobody reads on. */
export function withShortLines(text: string): string {
  return text.replace(rests, '$1')
}
