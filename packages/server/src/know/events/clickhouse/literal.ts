/** Writes a text as an SQL literal. Versions of ClickHouse from 2018 have no parameters. */
export function literal(value: string): string {
  const escaped = value.replace(/[\\'\0]/g, (character) => (character === '\0' ? '\\0' : `\\${character}`))
  return `'${escaped}'`
}

/** Quotes a name that may contain any character. */
export function quoted(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``
}
