/** A text of which the parts are read one after the other. */
const partCharacters = 256 * 1024

/** Cuts a text so that no character is cut through. There is always one part, even of nothing. */
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

/** Characters beyond the first 65,536 are two units long. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
