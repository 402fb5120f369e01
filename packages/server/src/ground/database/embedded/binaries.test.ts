import { expect, it } from 'vitest'
import { getBinaries } from './binaries.ts'

it('finds the binaries that npm installed for this machine', async () => {
  const { initdb, postgres } = await getBinaries()
  expect(initdb).toMatch(/^\/.*\/initdb$/)
  expect(postgres).toMatch(/^\/.*\/postgres$/)
})

it('says to set DATABASE_URL on a platform without binaries', async () => {
  await expect(getBinaries('sunos', 'sparc')).rejects.toThrow(
    'There is no embedded Postgres for sunos sparc: set DATABASE_URL to a Postgres of your own.',
  )
})
