import { maxFilesOfRecord } from '../../bounds.ts'
import type { EditedFile } from '../../vocabulary/edited-files.ts'
import { gitActionsOf, pullRequestUrlIn, shaIn } from '../../vocabulary/git-actions.ts'
import { commitKey, isFullSha, pullRequestAddress, pullRequestKey } from '../../vocabulary/work-keys.ts'
import type { Collector } from '../collector.ts'
import type { Who } from '../event-report.ts'

/** The tool call, or other record, that did the work. */
interface Source {
  readonly key: readonly (string | number | undefined)[]
  readonly timeNs: string
  readonly who: Who
}

export function countFiles(files: readonly EditedFile[], source: Source, into: Collector): void {
  if (files.length > maxFilesOfRecord) into.tellChange(`It changes more than ${maxFilesOfRecord} files.`)
  for (const [index, file] of files.slice(0, maxFilesOfRecord).entries()) {
    const { operation, extension, language, linesAdded, linesRemoved } = file
    const key = [...source.key, 'file', index]
    const about = { name: operation, detail: extension, extra: language, linesAdded, linesRemoved }
    into.event({ ...source, key, type: 'file', ...about })
  }
}

/** Counts changed lines of a file that another record reports. */
export function countLines(lines: Pick<EditedFile, 'linesAdded' | 'linesRemoved'>, source: Source, into: Collector) {
  const changes = [
    ['added', lines.linesAdded],
    ['removed', lines.linesRemoved],
  ] as const
  for (const [name, quantity] of changes) {
    if (quantity) into.event({ ...source, key: [...source.key, 'lines', name], type: 'line_change', name, quantity })
  }
}

/** Counts the git actions of a command that succeeded. Its output, if known, names the commit and the pull request. */
export function countGit(command: string, output: string, source: Source, into: Collector): void {
  const { commits, pullRequests } = gitActionsOf(command, output)
  if (commits > 0) {
    // A few digits may name commits of several repositories, so only full hashes identify one.
    const printed = commits === 1 ? shaIn(output) : ''
    const sha = isFullSha(printed) ? printed : ''
    const sharedKey = sha === '' ? undefined : commitKey(sha)
    into.event({ ...source, key: [...source.key, 'commit'], sharedKey, type: 'commit', name: sha, quantity: commits })
  }
  if (pullRequests > 0) {
    const printed = pullRequests === 1 ? pullRequestUrlIn(output) : ''
    const url = printed === '' ? '' : pullRequestAddress(printed)
    const sharedKey = url === '' ? undefined : pullRequestKey(url)
    const key = [...source.key, 'pull_request']
    into.event({ ...source, key, sharedKey, type: 'pull_request', name: url, quantity: pullRequests })
  }
}
