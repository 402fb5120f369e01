import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js'
import { roles, scopes } from '@muster/contract/enumerations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { otlpRows } from './access-table.ts'

const hourMs = 60 * 60 * 1000
const server = sharedTestServer({ MUSTER_OTLP_GRPC_PORT: '0' })
let client: Client | undefined

beforeAll(() => {
  client = new Client(`127.0.0.1:${server().app.grpcPort}`, credentials.createInsecure())
})
afterAll(() => client?.close())

const asIs = (bytes: Buffer) => bytes

/** Sends nothing, which is fine for whoever may send anything. */
function codeFor(method: string, authorization: string | undefined): Promise<number> {
  const metadata = new Metadata()
  if (authorization !== undefined) metadata.set('authorization', authorization)
  return new Promise((resolve) => {
    client?.makeUnaryRequest(method, asIs, asIs, Buffer.alloc(0), metadata, (error: ServiceError | null) =>
      resolve(error?.code ?? status.OK),
    )
  })
}

describe('the table of access', () => {
  it('has a method of gRPC for each endpoint of OpenTelemetry', () => {
    expect(otlpRows.map(({ grpc }) => typeof grpc)).toEqual(['string', 'string', 'string'])
  })
})

for (const { grpc = '', admits, scope } of otlpRows) {
  describe(`gRPC ${grpc}`, () => {
    const withKey = (key: string) => codeFor(grpc, `Bearer ${key}`)

    it('refuses every bearer that is not good', async () => {
      const { acme, advance, now } = server()
      const { owner } = acme
      const expired = await owner.apiKeys.create({ name: 'expires', expiresAt: new Date(now() + hourMs).toISOString() })
      const { token: oldToken } = await owner.apiKeys.createToken()
      const revoked = await owner.apiKeys.create({ name: 'revoked' })
      await owner.apiKeys.revoke({ id: revoked.id })
      advance(hourMs)
      const bad = [
        undefined,
        '',
        'Bearer',
        `Basic ${owner.key}`,
        'Bearer a.b.c',
        `Bearer mst_nobody_${'A'.repeat(43)}`,
        `Bearer mst_${owner.key.split('_')[1]}_${'A'.repeat(43)}`,
        `Bearer ${expired.key}`,
        `Bearer ${revoked.key}`,
        `Bearer ${oldToken}`,
        `Bearer ${operatorKey}`,
      ]
      for (const authorization of bad) {
        expect([authorization, await codeFor(grpc, authorization)]).toEqual([authorization, status.UNAUTHENTICATED])
      }
    })

    it.each(roles)('answers as the table says to the key and the token of a %s', async (role) => {
      const person = server().acme[role]
      const expected = admits.includes(role) ? status.OK : status.PERMISSION_DENIED
      expect(await withKey(person.key)).toBe(expected)
      expect(await withKey((await person.apiKeys.createToken()).token)).toBe(expected)
    })

    it(`needs the scope ${scope}, and no other`, async () => {
      const { owner } = server().acme
      const right = await owner.apiKeys.create({ name: 'right', scopes: scopes.filter((one) => one === scope) })
      const wrong = await owner.apiKeys.create({ name: 'wrong', scopes: scopes.filter((one) => one !== scope) })
      expect([await withKey(right.key), await withKey(wrong.key)]).toEqual([status.OK, status.PERMISSION_DENIED])
    })

    it('knows at once that a user was demoted', async () => {
      const { owner, member } = server().acme
      expect(await withKey(member.key)).toBe(status.OK)
      await owner.users.update({ userId: member.userId, role: 'guest' })
      expect(await withKey(member.key)).toBe(status.PERMISSION_DENIED)
      await owner.users.update({ userId: member.userId, role: 'member' })
    })
  })
}
