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

  /** Without a slash at the end, so that paths can be put behind it. */
  url: (): Parser<string> => (text) => webUrl(text).replace(/\/+$/, ''),

  /** As it is written: a name that is a URL is compared letter for letter, and may end with a slash. */
  exactUrl: (): Parser<string> => webUrl,

  list: (): Parser<string[]> => (text) =>
    required(text)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),

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
