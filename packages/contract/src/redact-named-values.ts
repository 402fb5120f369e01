export const redacted = '[redacted]'

/** Endings of names that hold a secret. Plurals such as `max_tokens` do not match. */
const secretEnding =
  /(?:password|passwd|passphrase|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|signing[-_]?key|encryption[-_]?key|auth[-_]?key|credentials?|authorization|cookie)$/i
const longestEnding = 'encryption-key'.length

const names = /[\w.-]+/g
/** name=value, name: value, "name": "value". */
const assignment = /["']?\s*[:=]\s*/y
const spaces = /\s+/y
/** In quotes, or up to the next space or separator. */
const value = /"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s"'&;,|)}\]]+/y
const alreadyRedacted = /\[redacted\]/y
/** Credentials after a scheme such as Bearer are redacted elsewhere. */
const scheme = /(?:bearer|basic|digest|negotiate|token)\s/iy

/**
 * Replaces the values of names that hold a secret, and the arguments of such flags: `--password value`. It scans the
 * text once, from name to name.
 */
export function redactNamedValues(text: string): string {
  let result = ''
  let done = 0
  for (const { 0: name, index } of text.matchAll(names)) {
    if (index < done || !secretEnding.test(name.slice(-longestEnding))) continue
    const start = valueStart(text, index + name.length, name.startsWith('-'))
    if (start === undefined) continue
    const end = endOf(value, text, start)
    if (end === undefined) continue
    result += text.slice(done, start) + redacted
    done = end
  }
  return result + text.slice(done)
}

/** The start of the value of the name that ends at `end`; undefined if it has none, or one that may stay. */
function valueStart(text: string, end: number, isFlag: boolean): number | undefined {
  const assigned = endOf(assignment, text, end)
  const start = assigned ?? (isFlag ? endOf(spaces, text, end) : undefined)
  if (start === undefined || endOf(alreadyRedacted, text, start) !== undefined) return undefined
  if (assigned === undefined) return text[start] === '-' ? undefined : start
  return !isFlag && endOf(scheme, text, start) !== undefined ? undefined : start
}

/** The end of a match of a sticky pattern that begins at `start`. */
function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}
