/** A text as a literal in a statement. ClickHouse had no parameters in 2018. */
export function literal(value: string): string {
  const escaped = value.replace(/[\\'\0]/g, (character) => (character === '\0' ? '\\0' : `\\${character}`))
  return `'${escaped}'`
}

/** Quotes a name that is not ours. */
export function quoted(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``
}
