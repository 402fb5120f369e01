import { hash } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { replaceFile } from '@muster/hooks/replace-file'

/** The change of `muster hooks connect` to an agent's settings, so that it can be undone byte by byte. */
interface ConnectionRecord {
  readonly path: string
  /** The file as it was before; `null` if there was none. */
  readonly copy: string | null
  /** A hash of the file after the change. */
  readonly written: string
}

/** Records the change; `copy` is the earlier file. */
export function keepRecord(agent: string, path: string, copy: string | undefined): void {
  replaceFile(recordPath(agent), `${JSON.stringify({ path, copy: copy ?? null, written: hashOf(path) })}\n`)
}

export function forgetRecord(agent: string): void {
  rmSync(recordPath(agent), { force: true })
}

/**
 * The bytes of a file before it was connected; `null` if it did not exist; `undefined` if the file has changed since,
 * or the copy is gone.
 */
export function findOriginal(
  agent: string,
  path: string,
): { readonly bytes: Buffer | null; copy?: string } | undefined {
  const record = readRecord(agent)
  if (record?.path !== path || !existsSync(path) || record.written !== hashOf(path)) return undefined
  const { copy } = record
  if (copy === null) return { bytes: null }
  return existsSync(copy) ? { bytes: readFileSync(copy), copy } : undefined
}

function readRecord(agent: string): ConnectionRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordPath(agent), 'utf8'))
  } catch {
    return undefined
  }
}

function recordPath(agent: string): string {
  return join(homedir(), '.muster', 'hook-connections', `${agent}.json`)
}

function hashOf(path: string): string {
  return hash('sha256', readFileSync(path), 'hex')
}
