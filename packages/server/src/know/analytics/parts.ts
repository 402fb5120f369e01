/** The maximum length of a part of a stored text. */
const partCharacters = 256 * 1024

/** Splits a text without splitting a surrogate pair. Even an empty text has one part. */
export function partsOf(text: string, most = partCharacters): string[] {
  const parts: string[] = []
  let start = 0
  while (text.length - start > most) {
    const end = isFirstHalf(text.charCodeAt(start + most - 1)) ? start + most - 1 : start + most
    parts.push(text.slice(start, end))
    start = end
  }
  parts.push(text.slice(start))
  return parts
}

/** Characters above U+FFFF take two UTF-16 units. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
