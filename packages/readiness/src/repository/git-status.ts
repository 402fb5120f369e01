/** What `git status --porcelain=v2 --branch -z` says. */
export interface GitStatus {
  readonly commitHash?: string
  readonly branch?: string
  readonly hasChanges: boolean
  /** Tracked, but not in the working tree any more. */
  readonly deleted: ReadonlySet<string>
  readonly untracked: readonly string[]
}

export function parseStatus(output: Buffer): GitStatus {
  const deleted = new Set<string>()
  const untracked: string[] = []
  let commitHash: string | undefined
  let branch: string | undefined
  let hasChanges = false
  const records = output.toString().split('\0')
  for (let index = 0; index < records.length; index++) {
    const record = records[index] ?? ''
    const kind = record[0]
    if (record.startsWith('# branch.oid ')) commitHash = record.slice('# branch.oid '.length)
    else if (record.startsWith('# branch.head ')) branch = record.slice('# branch.head '.length)
    if (kind === undefined || kind === '#') continue
    hasChanges = true
    if (kind === '?') untracked.push(record.slice(2))
    else if (kind === '1' && record[3] === 'D') deleted.add(record.split(' ').slice(8).join(' '))
    // The record of a renamed file is followed by its former path.
    else if (kind === '2') index++
  }
  return {
    hasChanges,
    deleted,
    untracked,
    ...(commitHash !== undefined && commitHash !== '(initial)' && { commitHash }),
    ...(branch !== undefined && branch !== '(detached)' && { branch }),
  }
}
