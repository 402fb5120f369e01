import { readFile, truncate } from 'node:fs/promises'
import { keepAside } from './keep-aside.ts'

/** An entry of the WAL file: its length and its checksum, eight bytes each, then its content. */
const headBytes = 16
/** The last entry of every commit: five constant bytes. No text of an event can contain it. */
const commitMark = Buffer.from('0500000000000000e7fe7d722fed3d5e640064ffff', 'hex')

/**
 * Repairs a WAL file whose last commit a failing disk kept only in part. DuckDB refuses to read such a file, although
 * all earlier commits are complete. The damaged end is cut off and kept in a separate file. None of it was
 * acknowledged: after a failed flush, DuckDB rolls back what it wrote before it commits anything else.
 *
 * Returns the name of that file, or `undefined` if `failure` has another cause. Damage before the last commit is not
 * repaired, because the commits after it were acknowledged; a person has to decide.
 */
export async function cutTornEnd(databaseFile: string, failure: unknown): Promise<string | undefined> {
  const position = /Corrupt WAL file: entry at byte position (\d+)/.exec(String(failure))?.[1]
  if (position === undefined) return undefined
  const log = `${databaseFile}.wal`
  const bytes = await readFile(log)
  const begin = Number(position) - headBytes
  if (begin < 0 || begin >= bytes.length || !isLastCommit(bytes, begin)) return undefined
  const kept = await keepAside(log, bytes.subarray(begin))
  await truncate(log, begin)
  return kept
}

/**
 * Returns whether the entry at `begin` belongs to the last commit. It searches only for commit marks, because blocks
 * that never reached the disk are zeros, even where the length of an entry would be.
 */
function isLastCommit(bytes: Buffer, begin: number): boolean {
  const mark = bytes.indexOf(commitMark, begin)
  return mark === -1 || mark + commitMark.length === bytes.length
}
