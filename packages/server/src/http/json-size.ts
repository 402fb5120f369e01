/** Smaller bodies cannot hold enough to keep anybody waiting. */
const smallBytes = 64 * 1024
/** To parse, check and store more than this would keep every other caller waiting for longer than 50 ms. */
export const maxKeys = 20_000
export const maxValues = 100_000

const [quote, backslash, comma, colon, bracket, brace] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b]

/**
 * What is too much of a JSON text, or `undefined`. It looks at each byte once, and makes nothing: a body of 8 MiB takes
 * some 10 ms, whereas to parse one that is all keys takes two seconds.
 */
export function jsonExcess(bytes: Uint8Array): string | undefined {
  if (bytes.length < smallBytes) return undefined
  let keys = 0
  let values = 0
  let isText = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (isText) {
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === colon) keys++
    else if (byte === comma || byte === bracket || byte === brace) values++
    if (keys > maxKeys) return `must not have more than ${maxKeys} fields in all`
    if (values > maxValues) return `must not have more than ${maxValues} values in all`
  }
  return undefined
}
