/**
 * Parses the tags of `If-Match` or `If-None-Match`, without quotes and weakness marks, because all comparisons here are
 * weak. A number needs no quotes. `'*'` means any; `undefined` means that the header is malformed. A tag may contain
 * commas, so splitting the list is not enough.
 */
export function entityTagsIn(header: string): readonly string[] | '*' | undefined {
  const text = header.trim()
  if (text === '*') return '*'
  const tags: string[] = []
  const pattern = /\s*(?:(?:W\/)?"([^"]*)"|(\d+))\s*(?:,|$)|\s*,/y
  while (pattern.lastIndex < text.length) {
    const match = pattern.exec(text)
    if (!match) return undefined
    const tag = match[1] ?? match[2]
    if (tag !== undefined) tags.push(tag)
  }
  return tags
}

/** Whether `If-None-Match` shows that the caller has this version. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const known = entityTagsIn(ifNoneMatch)
  if (known === '*') return true
  return known?.includes(etag.replace(/^W\//, '').slice(1, -1)) ?? false
}
