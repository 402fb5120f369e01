import { open, readFile, truncate } from 'node:fs/promises'
import { putInPlace } from '../../platform/replace-file.ts'

/** An entry of the log: its length and its checksum, eight bytes each, and so many bytes. */
const headBytes = 16
/** A commit ends with an entry of this length. */
const commitMarkBytes = 5

/**
 * Makes a log usable whose last commit a failing disk kept only in part. DuckDB refuses such a log as a whole, although
 * all commits before are there. What is cut off is kept beside it.
 *
 * Gives the name of that file, or `undefined` when `failure` is about something else. Damage before the last commit is for
 * a person to decide: more than one write would be lost.
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

/** Whether no further commit follows the one that the entry at `begin` belongs to. */
function isLastCommit(bytes: Buffer, begin: number): boolean {
  for (let at = begin; at + headBytes <= bytes.length; ) {
    const length = Number(bytes.readBigUInt64LE(at))
    // Blocks that never reached the disk are zeros, also where the length of an entry would be.
    if (length === 0) return bytes.subarray(at).every((byte) => byte === 0)
    at += headBytes + length
    if (length === commitMarkBytes) return at >= bytes.length
  }
  return true
}
