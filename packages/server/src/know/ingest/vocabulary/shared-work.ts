import type { GitWork } from '@muster/contract/git-actions'
import { commitKey, pullRequestAddress, pullRequestKey } from './work-keys.ts'

interface SharedWork {
  readonly type: 'commit' | 'pull_request'
  /** The hash or the address; empty if unknown. */
  readonly name: string
  readonly quantity: number
  /** The key, which is the same for every reporter; only for work with a name. */
  readonly sharedKey: string | undefined
}

/** The commits and pull requests that a command made, counted in the same way whoever reports them. */
export function sharedWorkOf({ commits, sha, pullRequests, pullRequestUrl }: GitWork): SharedWork[] {
  const url = pullRequestUrl === '' ? '' : pullRequestAddress(pullRequestUrl)
  const all: SharedWork[] = [
    { type: 'commit', name: sha, quantity: commits, sharedKey: sha === '' ? undefined : commitKey(sha) },
    {
      type: 'pull_request',
      name: url,
      quantity: pullRequests,
      sharedKey: url === '' ? undefined : pullRequestKey(url),
    },
  ]
  return all.filter(({ quantity }) => quantity > 0)
}
