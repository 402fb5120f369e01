/** What git tells about the evaluated commit. Whatever git does not know is absent. */
export interface GitFacts {
  readonly commitHash?: string
  readonly branch?: string
  /** The day of the commit, as in `2026-03-01`, in UTC. */
  readonly committedOn?: string
  readonly hasLocalChanges?: boolean
  readonly hasNonRemoteCommits?: boolean
  /** As configured; it may hold credentials. */
  readonly remoteUrl?: string
  /** Tracked, but not in the working tree. */
  readonly missing?: readonly string[]
  /** Absent when there is no history, or too short an end of it. */
  readonly documentation?: DocumentationChange | 'older'
}

/** The newest change of the documentation within 180 days before the evaluated commit. */
export interface DocumentationChange {
  readonly path: string
  readonly commitHash: string
  readonly daysBefore: number
}

export const noGit: GitFacts = {}
