const decoder = new TextDecoder()

/** A power of two. A further text takes the place of an earlier one, so memory stays small whatever senders name. */
const places = 8_192
/** Longer texts are read anew each time. */
const maxBytes = 64

/**
 * Reads texts out of bytes. A text that was read before is the same string again: a fact mostly names what others name
 * too, and finding a string takes a fraction of the time of making it and of hashing it wherever it is counted.
 */
export function createKnownTexts(): (bytes: DataView, start: number, end: number) => string {
  const known: string[] = new Array(places).fill('')
  const lengths = new Uint8Array(places)
  const kept = new DataView(new ArrayBuffer(places * maxBytes))
  return (bytes, start, end) => {
    const length = end - start
    if (length === 0) return ''
    if (length > maxBytes) return textOf(bytes, start, length)
    const place = placeOf(bytes, start, end)
    if (lengths[place] === length && isSame(bytes, start, kept, place * maxBytes, length)) return known[place] as string
    for (let at = 0; at < length; at++) kept.setUint8(place * maxBytes + at, bytes.getUint8(start + at))
    lengths[place] = length
    known[place] = textOf(bytes, start, length)
    return known[place]
  }
}

function textOf({ buffer, byteOffset }: DataView, start: number, length: number): string {
  return decoder.decode(new Uint8Array(buffer, byteOffset + start, length))
}

/** Four bytes at a time, as below: most texts have twenty or thirty. */
function placeOf(bytes: DataView, start: number, end: number): number {
  let hash = end - start
  let at = start
  for (; at + 4 <= end; at += 4) hash = Math.imul(hash ^ bytes.getInt32(at), 0x9e3779b1) ^ (hash >>> 15)
  for (; at < end; at++) hash = Math.imul(hash ^ bytes.getUint8(at), 0x9e3779b1) ^ (hash >>> 15)
  return (hash ^ (hash >>> 16)) & (places - 1)
}

function isSame(a: DataView, startA: number, b: DataView, startB: number, length: number): boolean {
  let at = 0
  for (; at + 4 <= length; at += 4) if (a.getInt32(startA + at) !== b.getInt32(startB + at)) return false
  for (; at < length; at++) if (a.getUint8(startA + at) !== b.getUint8(startB + at)) return false
  return true
}
