/** A commit is the same one whoever reports it. Abbreviated hashes are not enough to tell that. */
export function commitKey(sha: string): string {
  return `commit|${sha}`
}

export function pullRequestKey(url: string): string {
  return `pull_request|${url}`
}
