import { randomBytes, randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { createSecretBox } from '../src/ground/platform/secret-box.ts'
import { operatorKey, sharedTestServer } from '../src/testing/test-server.ts'
import { everySetting, secrets as modelSecrets } from './controls-examples.ts'
import { dumpOf, rowsOf } from './database-rows.ts'
import { nodes, type SecondNode, secondNode } from './second-node.ts'

const server = sharedTestServer(nodes)

/** The secret part of `mst_<id>_<secret>`; the rest is a name. */
function secretOf(key: string): string {
  return key.split('_').slice(2).join('_')
}

/** Everything that the service hands out, or is given, and must not keep in clear. */
async function everySecret({ address, client }: Pick<SecondNode, 'address' | 'client'>) {
  const owner = client(server().acme.owner.key)
  const people = [server().acme, server().globex].flatMap(({ owner, manager, member, guest }) => [
    owner,
    manager,
    member,
    guest,
  ])
  const created = await owner.apiKeys.create({ name: 'kept' }, { idempotencyKey: `key-${randomUUID()}` })
  const { token } = await owner.apiKeys.createToken()
  const computer = await owner.computers.register({ name: `computer ${randomUUID()}` })
  await owner.controls.replace(everySetting)
  const { operator } = client(operatorKey)
  const organization = await operator.createOrganization({ name: 'x', ownerEmail: 'o@x.test' })
  const wrong = `mst_nobody_${'wrong-but-still-nobodys-business-0123456789'}`
  await fetch(`${address}/api/v0/me?key=${wrong}`, { headers: { authorization: `Bearer ${wrong}` } })
  const [row] = await rowsOf(server().databaseUrl, 'select sealed_private_jwk from signing_keys')
  const box = createSecretBox(Buffer.from(nodes.MUSTER_SECRET_KEY, 'base64'))
  const signingKey = JSON.parse(box.open('signing key', String(row?.sealed_private_jwk))) as JWK
  return [
    ...people.map((person) => secretOf(person.key)),
    ...Object.values(modelSecrets),
    secretOf(created.key),
    secretOf(organization.apiKey),
    secretOf(computer.credential),
    secretOf(wrong),
    token,
    token.split('.')[2] ?? '',
    signingKey.d ?? '',
    operatorKey,
    nodes.MUSTER_SECRET_KEY,
  ]
}

describe('a copy of the database', () => {
  it('holds no secret in clear text in any table', async () => {
    const secrets = await everySecret(server())
    const dump = await dumpOf(server().databaseUrl)
    for (const table of [
      'api_keys',
      'signing_keys',
      'computers',
      'control_revisions',
      'audit_log',
      'idempotency_keys',
    ]) {
      expect(dump).toContain(`${table} (`)
    }
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(15)
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
      expect(dump).not.toContain(Buffer.from(secret).toString('base64url').slice(0, -2))
    }
  })

  it('would show a secret if there were one', async () => {
    const name = `marker ${randomUUID()}`
    await server().acme.owner.apiKeys.create({ name })
    expect(await dumpOf(server().databaseUrl)).toContain(name)
  })
})

describe('the log', () => {
  it('holds no secret, even at the most detailed level', async () => {
    const node = await secondNode(server(), { MUSTER_LOG_LEVEL: 'debug', MUSTER_OPERATOR_KEY: operatorKey })
    const secrets = await everySecret(node)
    const lines = node.lines.join('')
    expect(lines).toContain('answered')
    for (const secret of secrets) expect(lines).not.toContain(secret)
  })
})

describe('a node with another MUSTER_SECRET_KEY', () => {
  it('does not start, and says why', async () => {
    const other = randomBytes(32)
    const start = secondNode(server(), { MUSTER_SECRET_KEY: other.toString('base64') })
    await expect(start).rejects.toThrow('MUSTER_SECRET_KEY')
  })
})
