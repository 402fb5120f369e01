import { readdir, readFile } from 'node:fs/promises'
import type { Database } from './database.ts'
import { query } from './query.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Nodes that start together take turns: the number names this lock among all advisory locks of the database. */
const lockText = 'select pg_advisory_xact_lock(7205801)'
const createText = 'create table if not exists migrations (name text primary key)'
const listApplied = query<{ name: string }>('migrations.list', 'select name from migrations')
const recordApplied = query('migrations.record', 'insert into migrations (name) values ($1)')

/** Brings the schema up to date: all that is new in one transaction. Returns the names of the files applied. */
export async function migrate(database: Database): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return database.transaction(async (tx) => {
    await tx.script(lockText)
    await tx.script(createText)
    const applied = new Set((await tx.many(listApplied)).map((row) => row.name))
    const fresh = files.filter((name) => !applied.has(name))
    for (const name of fresh) {
      await tx.script(await readFile(new URL(name, folder), 'utf8'))
      await tx.run(recordApplied, [name])
    }
    return fresh
  })
}
