import { AppError } from '../../platform/app-error.ts'

export function etagOf(revision: number): string {
  return `"${revision}"`
}

/** `undefined` when any revision will do: no header, or `*`. The quotes of an entity tag may be left out. */
export function parseIfMatch(header: string | undefined): number | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  const revision = /^\s*(?:W\/)?"?(\d{1,9})"?\s*$/.exec(header)?.[1]
  if (revision === undefined) {
    throw new AppError('invalid_request', 'If-Match must be the revision that you read, such as 3.', {
      errors: [{ path: 'If-Match', message: 'must be a revision' }],
    })
  }
  return Number(revision)
}
