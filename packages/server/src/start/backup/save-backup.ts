import { open, rm } from 'node:fs/promises'
import { putInPlace } from '../../ground/platform/replace-file.ts'
import { ByteReader } from './byte-reader.ts'
import { encodeFrame, firstLineBytes, parseEnd, readFrames } from './format.ts'
import { countIn } from './frame-writer.ts'
import type { BackupProgress } from './progress.ts'
import type { Header } from './write-backup.ts'

export interface SavedBackup {
  readonly file: string
  readonly bytes: number
  readonly rows: number
  readonly events: number
}

/**
 * Writes a backup to a file that only its owner can read. The file gets its name once it is complete, checked and on
 * disk; a failure leaves no file behind.
 */
export async function saveBackup(
  pieces: AsyncIterable<Buffer>,
  file: string,
  progress: BackupProgress,
): Promise<SavedBackup> {
  const draft = `${file}.partial`
  await rm(draft, { force: true })
  const handle = await open(draft, 'wx', 0o600)
  try {
    let bytes = firstLineBytes.length
    let end = { rows: {}, events: 0 }
    await handle.write(firstLineBytes)
    for await (const { kind, payload } of readFrames(new ByteReader(pieces))) {
      const frame = encodeFrame(kind, payload)
      await handle.writeFile(frame)
      bytes += frame.length
      if (kind === 'H') progress.begin((JSON.parse(payload.toString()) as Header).events)
      if (kind === 'T') progress.table((JSON.parse(payload.toString()) as { name: string }).name, bytes)
      if (kind === 'R') progress.rows(countIn(payload), bytes)
      if (kind === 'E') progress.events(countIn(payload), bytes)
      if (kind === 'Z') end = parseEnd(payload)
    }
    await handle.close()
    await putInPlace(draft, file)
    progress.end()
    const rows = Object.values<number>(end.rows).reduce((sum, count) => sum + count, 0)
    return { file, bytes, rows, events: end.events }
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(draft, { force: true })
    throw error
  }
}
