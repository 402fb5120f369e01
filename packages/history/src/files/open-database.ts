import { constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

export class NoSqlite extends Error {}

/**
 * Opens a SQLite database while somebody goes through the answer, without leaving a trace in its folder. The newest data may
 * be only in the log beside it, and reading that log writes, so a database with a log is copied first.
 */
export function* withDatabase(path: string, use: (database: DatabaseSync) => Iterable<void>): Generator<void> {
  const log = `${path}-wal`
  if (!existsSync(log) || statSync(log).size === 0) {
    yield* closing(openDatabase(`${pathToFileURL(path).href}?immutable=1`), use)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'muster-history-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  // Ctrl-C may end the process between two rows.
  process.once('exit', remove)
  try {
    const copy = join(folder, basename(path))
    copyFileSync(path, copy, constants.COPYFILE_FICLONE)
    copyFileSync(log, `${copy}-wal`, constants.COPYFILE_FICLONE)
    yield* closing(openDatabase(copy), use)
  } finally {
    process.off('exit', remove)
    remove()
  }
}

function* closing(database: DatabaseSync, use: (database: DatabaseSync) => Iterable<void>): Generator<void> {
  try {
    yield* use(database)
  } finally {
    database.close()
  }
}

function openDatabase(location: string): DatabaseSync {
  const { DatabaseSync } = sqlite()
  return new DatabaseSync(location, { readOnly: true })
}

/** Node has it since 22.13, and warns that it is experimental, which is of no interest to the user. */
function sqlite(): typeof import('node:sqlite') {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return createRequire(import.meta.url)('node:sqlite')
  } catch {
    throw new NoSqlite('needs Node 22.13 or newer')
  } finally {
    process.emitWarning = emitWarning
  }
}
