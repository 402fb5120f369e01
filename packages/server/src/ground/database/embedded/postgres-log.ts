import { chown, copyFile, open, rm, stat, truncate } from 'node:fs/promises'
import type { Account } from './launcher.ts'

/** Two files of this size contain weeks of warnings; more would fill a small disk without benefit. */
const LARGEST_LOG_BYTES = 10 * 1024 * 1024

/** Creates the log file if it is missing, readable only by the service and the account of Postgres. */
export async function prepareLog(file: string, account: Account | undefined): Promise<void> {
  const handle = await open(file, 'a', 0o600)
  await handle.close()
  if (account !== undefined) await chown(file, account.uid, account.gid)
}

/**
 * Limits the size of the log. Postgres holds the file open for appending, so the content is copied to another file and
 * the file truncated: after a rename Postgres would continue to write into the old one.
 */
export async function rotateLog(file: string, largestBytes: number = LARGEST_LOG_BYTES): Promise<void> {
  if ((await logSize(file)) <= largestBytes) return
  await rm(`${file}.1`, { force: true })
  await copyFile(file, `${file}.1`)
  await truncate(file)
}

export async function logSize(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  return found?.size ?? 0
}

/** The last lines since `offset`, for the error of a failed start. */
export async function lastLines(file: string, offset: number, count = 20): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const size = (await handle.stat()).size
    const start = Math.max(offset, size - 16_384)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.max(0, size - start)), { position: start })
    return buffer.toString('utf8', 0, bytesRead).trimEnd().split('\n').slice(-count).join('\n')
  } finally {
    await handle.close()
  }
}
