import { isIP } from 'node:net'

/** Turns the text of a setting into its value, or throws an error that completes "must be …". */
export type Parser<T> = (text: string | undefined) => T

function required(text: string | undefined): string {
  if (text === undefined) throw new Error('given')
  return text
}

function webUrl(text: string | undefined): string {
  const url = URL.parse(required(text))
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error('a URL that begins with http:// or https://')
  return required(text)
}

function isNetwork(range: string): boolean {
  const [base = '', bits, ...rest] = range.split('/')
  const family = isIP(base)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

export const parsers = {
  optional:
    <T>(parse: Parser<T>): Parser<T | undefined> =>
    (text) =>
      text === undefined ? undefined : parse(text),

  text:
    (pattern = /./s, expectation = 'some text'): Parser<string> =>
    (text) => {
      if (!pattern.test(required(text))) throw new Error(expectation)
      return required(text)
    },

  integer:
    (minimum: number, maximum: number): Parser<number> =>
    (text) => {
      const value = /^\d{1,15}$/.test(required(text)) ? Number(text) : Number.NaN
      if (!(value >= minimum && value <= maximum)) throw new Error(`a whole number from ${minimum} to ${maximum}`)
      return value
    },

  oneOf:
    <const T extends string>(values: readonly T[]): Parser<T> =>
    (text) => {
      const value = values.find((candidate) => candidate === text)
      if (value === undefined) throw new Error(`one of ${values.join(', ')}`)
      return value
    },

  /** Removes a trailing slash, so that paths can be appended. */
  url: (): Parser<string> => (text) => webUrl(text).replace(/\/+$/, ''),

  /** Kept as written: an issuer is compared letter for letter and may end with a slash. */
  exactUrl: (): Parser<string> => webUrl,

  list: (): Parser<string[]> => (text) =>
    required(text)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),

  /** Addresses, and ranges such as 10.0.0.0/8. */
  networks: (): Parser<string[]> => (text) => {
    const ranges = parsers.list()(text)
    if (!ranges.every(isNetwork)) throw new Error('a list of addresses or networks such as 10.0.0.0/8, with commas')
    return ranges
  },

  email: (): Parser<string> => (text) => {
    if (!/^[^\s@]+@[^\s@]+$/.test(required(text))) throw new Error('an e-mail address')
    return required(text)
  },

  /** Unix milliseconds of an ISO 8601 date-time. */
  instant: (): Parser<number> => (text) => {
    const ms = /^\d{4}-\d\d-\d\d/.test(required(text)) ? Date.parse(required(text)) : Number.NaN
    if (Number.isNaN(ms)) throw new Error('an ISO 8601 date-time such as 2026-03-01T09:30:00Z')
    return ms
  },
}
