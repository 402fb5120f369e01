/** A text as it is written in a statement. ClickHouse had no parameters in 2018, so values go into the text. */
export function literal(value: string): string {
  const escaped = value.replace(/[\\'\0]/g, (character) => (character === '\0' ? '\\0' : `\\${character}`))
  return `'${escaped}'`
}

/** A name that somebody else has chosen. */
export function quoted(name: string): string {
  return `\`${name.replace(/[\\`]/g, '\\$&')}\``
}
