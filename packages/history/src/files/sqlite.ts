import type { DatabaseSync } from 'node:sqlite'

/** Loaded on demand: Node 22 warns that it is experimental, which is of no interest to the user. */
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

/** A database that no other process sees. It is on the disk as soon as it is large, and disappears with the process. */
export function openTemporaryDatabase(): DatabaseSync {
  return openDatabase('')
}
