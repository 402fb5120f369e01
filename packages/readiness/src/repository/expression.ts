/** A regular expression that is too long for one line: its parts, joined. */
export function expression(flags: string, ...parts: readonly string[]): RegExp {
  return new RegExp(parts.join(''), flags)
}
