import { AppError } from './app-error.ts'

/**
 * Parses the qualities of a header such as `Accept` or `Accept-Encoding`, by name in lower case. Names that the header
 * lacks are absent.
 */
function qualitiesIn(header: string): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>()
  for (const part of header.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    if (name === '') continue
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    qualities.set(name, quality === undefined ? 1 : qualityOf(quality))
  }
  return qualities
}

/** An invalid quality counts as 1. */
function qualityOf(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 1
}

/** Returns the best of `offered` by an `Accept` header; the first one if none is preferred or accepted. */
export function preferredType<const T extends string>(header: string | undefined, offered: readonly [T, ...T[]]): T {
  if (header === undefined) return offered[0]
  const qualities = qualitiesIn(header)
  const qualityFor = (type: string) =>
    qualities.get(type) ?? qualities.get(`${type.split('/')[0]}/*`) ?? qualities.get('*/*') ?? 0
  return offered.reduce((best, type) => (qualityFor(type) > qualityFor(best) ? type : best))
}

/**
 * Returns the best of `offered` by an `Accept-Encoding` header, or `identity`. Ties are resolved in the order offered;
 * `identity` is chosen only if it is preferred, or nothing else is accepted. Throws 406 if nothing is accepted.
 */
export function preferredEncoding<const T extends string>(
  header: string | undefined,
  offered: readonly T[],
): T | 'identity' {
  if (header === undefined) return 'identity'
  const qualities = qualitiesIn(header)
  const qualityFor = (encoding: string) => qualities.get(encoding) ?? qualities.get('*') ?? 0
  const best = offered.reduce<T | undefined>(
    (best, encoding) => (qualityFor(encoding) > (best === undefined ? 0 : qualityFor(best)) ? encoding : best),
    undefined,
  )
  const identity = qualities.get('identity')
  if (best !== undefined) return (identity ?? 0) > qualityFor(best) ? 'identity' : best
  if ((identity ?? qualities.get('*')) === 0) {
    throw new AppError('not_acceptable', `Accept-Encoding leaves nothing. Accept identity, or ${offered.join(', ')}.`)
  }
  return 'identity'
}
