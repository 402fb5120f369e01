/** The maximum size of a tool's output that is shown. */
export const maxShownBytes = 256 * 2 ** 10

/** Reduces a long text to its beginning and its end. */
export function capText(text: string, maxBytes = maxShownBytes): string {
  if (text.length * 3 <= maxBytes) return text
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return text
  const tail = Math.floor(maxBytes / 4)
  const head = maxBytes - tail
  const leftOut = bytes.length - maxBytes
  return `${whole(bytes.subarray(0, head))}\n[… ${leftOut} bytes left out …]\n${whole(bytes.subarray(-tail))}`
}

/** The cut can split a character, whose halves are removed. */
function whole(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/^\uFFFD+|\uFFFD+$/g, '')
}

/** Caps each text in a value and makes it storable: no NUL, no lone surrogates. */
function capValue(value: unknown, maxBytes = maxShownBytes, depth = 0): unknown {
  if (typeof value === 'string') return storable(capText(value, maxBytes))
  if (typeof value !== 'object' || value === null) return value
  if (depth > 20) return '[…]'
  if (Array.isArray(value)) return value.slice(0, 1000).map((each) => capValue(each, maxBytes, depth + 1))
  const entries = Object.entries(value).slice(0, 1000)
  return Object.fromEntries(entries.map(([key, each]) => [storable(key), capValue(each, maxBytes, depth + 1)]))
}

/** The maximum size of a tool's whole input or output. */
const maxValueBytes = 512 * 2 ** 10

/** Fits a value into a message, with shorter texts if there are very many. */
export function fitValue(value: unknown, maxBytes: number): unknown {
  for (const each of [maxBytes, 1024, 64]) {
    const capped = capValue(value, each)
    if (Buffer.byteLength(JSON.stringify(capped) ?? '') <= maxValueBytes) return capped
  }
  return { '[…]': 'This is too large to be shown.' }
}

/** Replaces NUL and lone surrogates, which the service refuses. */
export function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed()
}
