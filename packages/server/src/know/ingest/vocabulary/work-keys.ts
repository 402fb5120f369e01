/** A commit is the same whoever reports it. An abbreviated hash does not identify one. */
export function commitKey(sha: string): string {
  return `commit|${sha}`
}

export function pullRequestKey(url: string): string {
  return `pull_request|${url}`
}

/**
 * The canonical address of a pull request, for all spellings: with http, in capitals, with a slash at the end, a query,
 * or a page of it such as its files.
 */
export function pullRequestAddress(given: string): string {
  const [withoutQuery = ''] = given.split(/[?#]/, 1)
  const parts = withoutQuery
    .replace(/^https?:\/\//i, '')
    .split('/')
    .filter((part) => part !== '')
  const host = (parts[0] ?? '').toLowerCase().replace(/^www\./, '')
  const number = parts.findIndex((part, index) => /^\d+$/.test(part) && isKind(parts[index - 1]))
  const path = number === -1 ? parts.slice(1) : parts.slice(1, number + 1)
  return `https://${[host, ...path].join('/')}`
}

function isKind(part: string | undefined): boolean {
  return ['pull', 'pulls', 'merge_requests', 'pull-requests', 'pullrequest'].includes(part ?? '')
}
