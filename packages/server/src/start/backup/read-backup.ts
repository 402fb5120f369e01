import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { ByteReader } from './byte-reader.ts'
import type { DatabaseShape } from './database-snapshot.ts'
import { BackupRefused, damaged, type End, type Frame, noBackup, parseEnd, readFrames } from './format.ts'
import type { Header } from './write-backup.ts'

export interface CheckedBackup {
  readonly file: string
  readonly header: Header
  readonly shape: DatabaseShape
  readonly end: End
}

export function framesOf(file: string): AsyncGenerator<Frame> {
  return readFrames(new ByteReader(createReadStream(file, { highWaterMark: 2 ** 20 })))
}

/**
 * Reads a backup to its end and returns its contents. Throws for one that is cut off, damaged or of a newer version.
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  const found = await stat(file).catch(() => undefined)
  if (!found) throw new BackupRefused(`There is no file ${file}.`)
  if (!found.isFile()) throw new BackupRefused(noBackup)
  let header: Header | undefined
  let shape: DatabaseShape | undefined
  let end: End | undefined
  for await (const { kind, payload } of framesOf(file)) {
    if (kind === 'H') header = JSON.parse(payload.toString()) as Header
    if (kind === 'D') shape = JSON.parse(payload.toString()) as DatabaseShape
    if (kind === 'Z') end = parseEnd(payload)
  }
  if (!header || !shape || !end) throw new BackupRefused(damaged)
  return { file, header, shape, end }
}
