import { constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { openDatabase } from './sqlite.ts'

/**
 * Opens a SQLite database without leaving files in its folder, and closes it after the iteration. The newest data may
 * be only in the -wal file, and reading that file writes, so a database with a -wal file is copied first.
 */
export function* withDatabase(path: string, use: (database: DatabaseSync) => Iterable<void>): Generator<void> {
  const log = `${path}-wal`
  if (!existsSync(log) || statSync(log).size === 0) {
    yield* closing(openDatabase(`${pathToFileURL(path).href}?immutable=1`, { readOnly: true }), use)
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
    yield* closing(openDatabase(copy, { readOnly: true }), use)
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
