import { groupBy } from '@muster/contract/group-by'
/** Whether bytes contain any of some texts, ignoring the case of Latin letters. */
export type LiteralFinder = (bytes: Uint8Array) => boolean

/** Shorter texts would allow too short leaps. */
const shortestLiteral = 6

/**
 * How many bytes are compared at first: the beginning of a longer text, or a whole shorter one with any bytes before
 * it. Two more than the shortest text has allow leaps as long as that.
 */
const window = shortestLiteral + 2

/** Where the last byte of a window may be at first. */
const firstEnd = shortestLiteral - 1

/** In fewer bytes a quarter could begin behind the end. */
const fewestForQuarters = 4 * shortestLiteral

/**
 * Searches for all texts at once and leaps over most bytes (after Wu and Manber): three bytes that occur in no text
 * mean that none can end within the next few. Most files contain none of the texts, and a regular expression with as
 * many alternatives takes several times as long.
 */
export function createLiteralFinder(texts: readonly string[]): LiteralFinder {
  const words = texts.map((text) => Buffer.from(text.toLowerCase(), 'latin1'))
  if (words.some(({ length }) => length < shortestLiteral)) throw new Error(`Texts need ${shortestLiteral} letters.`)
  if (words.length === 0) return () => false
  const leaps = leapsOf(words)
  const wordsByEnd = groupBy(words, (word) => tripleAt(word, window - 1 - anyBefore(word)))
  const middles = new Uint8Array(32768)
  for (const word of words) middles[tripleAt(word, window - 4 - anyBefore(word))] = 1
  const isHit = (bytes: Uint8Array, end: number) => {
    // Nearly always something else is before the three bytes, and this is the quickest way to know.
    if (middles[tripleAt(bytes, end - 3)] === 0) return false
    const candidates = wordsByEnd.get(tripleAt(bytes, end))
    return candidates?.some((word) => isAt(bytes, end - window + 1 + anyBefore(word), word)) === true
  }
  const isBetween = (bytes: Uint8Array, from: number, to: number) => {
    for (let end = from; end < to; ) {
      const leap = leapAt(leaps, bytes, end)
      if (leap === 0 && isHit(bytes, end)) return true
      end += leap || 1
    }
    return false
  }

  return (bytes) => {
    const { length } = bytes
    if (length < fewestForQuarters) return isBetween(bytes, firstEnd, length)
    const quarter = length >> 2
    const toSecond = quarter + firstEnd
    const toThird = toSecond + quarter
    const toFourth = toThird + quarter
    let first = firstEnd
    let second = toSecond
    let third = toThird
    let fourth = toFourth
    // Scan four quarters in turn: their chains of dependent steps overlap in the processor.
    while (first < toSecond && second < toThird && third < toFourth && fourth < length) {
      const firstLeap = leapAt(leaps, bytes, first)
      const secondLeap = leapAt(leaps, bytes, second)
      const thirdLeap = leapAt(leaps, bytes, third)
      const fourthLeap = leapAt(leaps, bytes, fourth)
      if (
        (firstLeap === 0 && isHit(bytes, first)) ||
        (secondLeap === 0 && isHit(bytes, second)) ||
        (thirdLeap === 0 && isHit(bytes, third)) ||
        (fourthLeap === 0 && isHit(bytes, fourth))
      )
        return true
      first += firstLeap || 1
      second += secondLeap || 1
      third += thirdLeap || 1
      fourth += fourthLeap || 1
    }
    return (
      isBetween(bytes, first, toSecond) ||
      isBetween(bytes, second, toThird) ||
      isBetween(bytes, third, toFourth) ||
      isBetween(bytes, fourth, length)
    )
  }
}

function leapAt(leaps: Uint8Array, bytes: Uint8Array, end: number): number {
  return leaps[tripleAt(bytes, end)] as number
}

/** Five bits of each byte distinguish letters and make their cases equal; collisions are checked again. */
function tripleAt(bytes: Uint8Array, end: number): number {
  const first = bytes[end - 2] as number
  const second = bytes[end - 1] as number
  return ((first & 31) << 10) | ((second & 31) << 5) | ((bytes[end] as number) & 31)
}

/** How many bytes before a text belong to its window. */
function anyBefore({ length }: Uint8Array): number {
  return Math.max(0, window - length)
}

/** For every three bytes: the smallest distance to the end of a window; 0 if they may be that end. */
function leapsOf(words: readonly Uint8Array[]): Uint8Array {
  const leaps = new Uint8Array(32768).fill(window - 2)
  for (const word of words) {
    const before = anyBefore(word)
    for (let end = 2; end < window; end++) {
      for (const triple of triplesAt(word, end - before)) {
        leaps[triple] = Math.min(leaps[triple] ?? 0, window - 1 - end)
      }
    }
  }
  return leaps
}

/** All three bytes that may stand at a place of which up to two are before the text. */
function* triplesAt(word: Uint8Array, end: number): Generator<number> {
  const missing = Math.max(0, 2 - end)
  const known = tripleAt(Buffer.concat([new Uint8Array(missing), word]), end + missing)
  for (let before = 0; before < 32 ** missing; before++) yield (before << (15 - 5 * missing)) | known
}

function isAt(bytes: Uint8Array, start: number, word: Uint8Array): boolean {
  for (let index = 0; index < word.length; index++) {
    if (lowered(bytes[start + index] ?? 0) !== word[index]) return false
  }
  return true
}

function lowered(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte + 32 : byte
}
