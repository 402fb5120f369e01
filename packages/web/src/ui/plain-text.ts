/** Characters that change how surrounding text is read: invisible ones, and those that change its direction. */
const unseen = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression is meant to find control characters.
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

/** Foreign text in which all control characters are made visible. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(controls, (character) =>
      String.fromCharCode(character === '\u007f' ? 0x2421 : 0x2400 + character.charCodeAt(0)),
    )
    .replace(unseen, (character) => `‹U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`)
}
