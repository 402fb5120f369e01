/**
 * Compares two texts by their UTF-8 bytes, as databases do. JavaScript's `<` compares UTF-16, where an emoji sorts
 * before `ﬁ` or `ｚ`; only those need a separate comparison.
 */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index)
    const right = b.charCodeAt(index)
    if (left !== right) return rank(left) - rank(right)
  }
  return a.length - b.length
}

/** Surrogates belong to code points above all others. */
function rank(codeUnit: number): number {
  return codeUnit >= 0xd800 && codeUnit <= 0xdfff ? codeUnit + 0x10000 : codeUnit
}
