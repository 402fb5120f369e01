import { readFile, truncate } from 'node:fs/promises'
import { keepAside } from './keep-aside.ts'

/** An entry of the log: its length and its checksum, eight bytes each, then its content. */
const headBytes = 16
/** The last entry of every commit: five constant bytes. No text of an event can contain it. */
const commitMark = Buffer.from('0500000000000000e7fe7d722fed3d5e640064ffff', 'hex')

/**
 * Repairs a log whose last commit a failing disk kept only in part. DuckDB refuses such a log as a whole, although all
 * earlier commits are complete. The part that is cut off is kept in a file beside it. None of it was acknowledged:
 * after a failed flush DuckDB takes back what it wrote before it commits anything else.
 *
 * Returns the name of that file, or `undefined` if `failure` is about something else. Damage before the last commit is
 * left to a person, because the commits after it were acknowledged.
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
 * Whether the entry at `begin` belongs to the last commit. It searches only for commit marks, because blocks that never
 * reached the disk are zeros, even where the length of an entry would be.
 */
function isLastCommit(bytes: Buffer, begin: number): boolean {
  const mark = bytes.indexOf(commitMark, begin)
  return mark === -1 || mark + commitMark.length === bytes.length
}
