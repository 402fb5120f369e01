import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashSecret, newApiKey, parseApiKey } from '../src/govern/keys/api-key.ts'
import { findUnusedOwnerKey, opensForOwner, prepareOwnerKey } from '../src/govern/keys/unused-owner-key.ts'
import { randomIds } from '../src/ground/platform/ids.ts'
import { type TestServer, testServer } from '../src/testing/test-server.ts'
import { rowsOf } from './database-rows.ts'

async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'muster-first-'))
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

/** Gives the first organization's owner the key of the file instead of the one that it has. */
async function adopt({ databaseUrl, app }: TestServer, dataDir: string): Promise<string> {
  const { id, secret } = await prepareOwnerKey(dataDir, randomIds)
  const first = parseApiKey(app.created?.apiKey ?? '')?.id
  await rowsOf(databaseUrl, 'update api_keys set id = $1, secret_hash = $2 where id = $3', [
    id,
    hashSecret(secret),
    first,
  ])
  return id
}

describe('the file of the first key', () => {
  it('is used again by a start that finds it, and read only by this account', async () => {
    const dataDir = await directory()
    const key = await prepareOwnerKey(dataDir, randomIds)
    expect(await prepareOwnerKey(dataDir, randomIds)).toEqual(key)
    expect((await stat(join(dataDir, 'owner.key'))).mode & 0o777).toBe(0o600)
  })

  it('stays until the key was used or revoked', async () => {
    for (const end of ['last_used_at', 'revoked_at']) {
      const server = await testServer()
      const { database } = server.app.services
      const dataDir = await directory()
      const id = await adopt(server, dataDir)
      const text = (await readFile(join(dataDir, 'owner.key'), 'utf8')).trim()
      expect(await findUnusedOwnerKey(database, dataDir)).toMatchObject({ key: text, ownerEmail: 'owner@example.com' })
      await rowsOf(server.databaseUrl, `update api_keys set ${end} = 1 where id = $1`, [id])
      expect(await findUnusedOwnerKey(database, dataDir)).toBeUndefined()
      await expect(stat(join(dataDir, 'owner.key'))).rejects.toThrow('ENOENT')
    }
  })

  it('is left alone by a database that does not know the key', async () => {
    const { app } = await testServer()
    const dataDir = await directory()
    await prepareOwnerKey(dataDir, randomIds)
    expect(await findUnusedOwnerKey(app.services.database, dataDir)).toBeUndefined()
    expect(await readFile(join(dataDir, 'owner.key'), 'utf8')).toMatch(/^mst_/)
  })
})

describe('a given key', () => {
  it('counts as an owner’s key only if it works as one', async () => {
    const { app, acme, now } = await testServer()
    const { database } = app.services
    const opens = async (text: string) => {
      const key = parseApiKey(text)
      return key !== undefined && (await opensForOwner(database, key, now()))
    }
    expect(await opens(acme.owner.key)).toBe(true)
    expect(await opens(acme.manager.key)).toBe(false)
    expect(await opens(acme.owner.key.replace(/.{4}$/, 'AAAA'))).toBe(false)
    expect(await opensForOwner(database, newApiKey(randomIds), now())).toBe(false)
  })
})
