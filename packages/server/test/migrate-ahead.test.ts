import { describe, expect, it } from 'vitest'
import { testServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'
import { secondNode } from './second-node.ts'

describe('a database that a newer version has migrated', () => {
  it('is refused in one sentence that names what is unknown and what to do', async () => {
    const server = await testServer()
    await rowsOf(server.databaseUrl, `insert into migrations (name) values ('9998_a.sql'), ('9999_b.sql')`)
    await expect(secondNode(server)).rejects.toThrow(
      'A newer version of Muster has migrated this database (9998_a.sql and 1 more): start that version, ' +
        'or restore a backup from before with this one.',
    )
    const names = await rowsOf(server.databaseUrl, `select name from migrations where name > '9'`)
    expect(names).toHaveLength(2)
  })
})
