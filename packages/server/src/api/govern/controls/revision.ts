import { AppError } from '../../../ground/platform/app-error.ts'
import { entityTagsIn } from '../../../ground/platform/entity-tag.ts'

export function etagOf(revision: number): string {
  return `"${revision}"`
}

/**
 * Returns the revisions on which the change may be based; `undefined` for any: no header, or `*`. The quotes of an
 * entity tag may be left out. An unknown tag matches no revision.
 */
export function parseIfMatch(header: string | undefined): readonly number[] | undefined {
  if (header === undefined) return undefined
  const tags = entityTagsIn(header)
  if (tags === '*') return undefined
  if (tags === undefined || tags.length === 0) {
    throw new AppError('invalid_request', 'If-Match must be the revision that you read, such as "3".', {
      errors: [{ path: 'If-Match', message: 'must be a revision, a list of them, or *' }],
    })
  }
  return tags.filter((tag) => /^\d{1,9}$/.test(tag)).map(Number)
}
