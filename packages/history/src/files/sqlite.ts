import type { DatabaseSync } from 'node:sqlite'

/** Loaded on demand. Suppresses the warning of Node 22 that the module is experimental. */
export function openDatabase(location: string, options: { readonly readOnly?: boolean } = {}): DatabaseSync {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
    return new DatabaseSync(location, options)
  } finally {
    process.emitWarning = emitWarning
  }
}

/** A private database. It spills to disk when it is large, and disappears with the process. */
export function openTemporaryDatabase(): DatabaseSync {
  return openDatabase('')
}
