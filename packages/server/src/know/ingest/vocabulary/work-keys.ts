/** The key of a commit is the same for every reporter. An abbreviated hash does not identify a commit. */
export function commitKey(sha: string): string {
  return `commit|${sha}`
}

export function pullRequestKey(url: string): string {
  return `pull_request|${url}`
}

/**
 * The canonical address of a pull request, for all spellings: with http, in capitals, with a trailing slash or a query,
 * or of a subpage such as its files.
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
