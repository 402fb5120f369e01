import { gitWorkOf } from '@muster/contract/git-actions'
import { maxFilesOfRecord } from '../../bounds.ts'
import type { EditedFile } from '../../vocabulary/edited-files.ts'
import { sharedWorkOf } from '../../vocabulary/shared-work.ts'
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
  for (const { type, name, quantity, sharedKey } of sharedWorkOf(gitWorkOf(command, output))) {
    into.event({ ...source, key: [...source.key, type], sharedKey, type, name, quantity })
  }
}
