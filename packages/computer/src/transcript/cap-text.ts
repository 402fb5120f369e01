/** The most of a tool's output that is shown. */
export const maxShownBytes = 256 * 2 ** 10

/** The beginning and the end of a text that is too long. */
export function capText(text: string, maxBytes = maxShownBytes): string {
  if (text.length * 3 <= maxBytes) return text
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  const tail = Math.floor(maxBytes / 4)
  const head = maxBytes - tail
  const leftOut = bytes.length - maxBytes
  return `${whole(bytes.subarray(0, head))}\n[… ${leftOut} bytes left out …]\n${whole(bytes.subarray(-tail))}`
}

/** A cut can split a character; its halves are removed. */
function whole(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\uFFFD+|\uFFFD+$/g, '')
}

/** The same value with each text capped and storable: no NUL, no surrogate halves. */
function capValue(value: unknown, maxBytes = maxShownBytes, depth = 0): unknown {
  if (typeof value === 'string') return storable(capText(value, maxBytes))
  if (typeof value !== 'object' || value === null) return value
  if (depth > 20) return '[…]'
  if (Array.isArray(value)) return value.slice(0, 1000).map((each) => capValue(each, maxBytes, depth + 1))
  const entries = Object.entries(value).slice(0, 1000)
  return Object.fromEntries(entries.map(([key, each]) => [storable(key), capValue(each, maxBytes, depth + 1)]))
}

/** The most of a tool's whole input or output. */
const maxValueBytes = 512 * 2 ** 10

/** A value that fits into a message, with less of each text if there are very many. */
export function fitValue(value: unknown, maxBytes: number): unknown {
  for (const each of [maxBytes, 1024, 64]) {
    const capped = capValue(value, each)
    if (Buffer.byteLength(JSON.stringify(capped) ?? '') <= maxValueBytes) return capped
  }
  return { '[…]': 'This is too large to be shown.' }
}

/** The service refuses text with NUL or half a surrogate pair. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}
