import { open, readFile, truncate } from 'node:fs/promises'
import { putInPlace } from '../../platform/replace-file.ts'

/** An entry of the log: its length and its checksum, eight bytes each, and so many bytes. */
const headBytes = 16
/** The last entry of every commit: five bytes that are always the same. No text of an event can hold it. */
const commitMark = Buffer.from('0500000000000000e7fe7d722fed3d5e640064ffff', 'hex')

/**
 * Makes a log usable whose last commit a failing disk kept only in part. DuckDB refuses such a log as a whole, although
 * all commits before are there. What is cut off is kept beside it. Nothing of it was acknowledged: a flush that failed is
 * never followed by another commit, because DuckDB takes back what it wrote before it writes anything else.
 *
 * Gives the name of that file, or `undefined` when `failure` is about something else. Damage before the last commit is for
 * a person to decide: what follows it was acknowledged.
 */
export async function cutTornEnd(databaseFile: string, failure: unknown): Promise<string | undefined> {
  const position = /Corrupt WAL file: entry at byte position (\d+)/.exec(String(failure))?.[1]
  if (position === undefined) return undefined
  const log = `${databaseFile}.wal`
  const bytes = await readFile(log)
  const begin = Number(position) - headBytes
  if (begin < 0 || begin >= bytes.length || !isLastCommit(bytes, begin)) return undefined
  const kept = `${log}.cut-${new Date().toISOString().replaceAll(':', '-')}`
  const draft = await open(`${kept}.new`, 'wx', 0o600)
  await draft.writeFile(bytes.subarray(begin))
  await draft.close()
  await putInPlace(`${kept}.new`, kept)
  await truncate(log, begin)
  return kept
}

/**
 * Whether no commit follows the one that the entry at `begin` belongs to. Only marks are looked for, because blocks that
 * never reached the disk are zeros, also where the length of an entry would be.
 */
function isLastCommit(bytes: Buffer, begin: number): boolean {
  const mark = bytes.indexOf(commitMark, begin)
  return mark === -1 || mark + commitMark.length === bytes.length
}
