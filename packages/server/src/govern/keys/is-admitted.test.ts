import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAllowed, refusalOf, type Standing } from './is-admitted.ts'

describe('isAllowed', () => {
  it.each([
    [['10.0.0.0/8'], '10.255.255.255', true],
    [['10.0.0.0/8'], '11.0.0.0', false],
    [['10.1.2.3'], '10.1.2.3', true],
    [['10.1.2.3'], '10.1.2.4', false],
    [['10.1.2.3/8'], '10.9.9.9', true],
    [['192.168.0.0/16', '10.0.0.0/8'], '10.0.0.1', true],
    [['2001:db8::/32'], '2001:db8:ffff::1', true],
    [['2001:db8::/32'], '2001:db9::1', false],
    [['2001:DB8:0:0::1'], '2001:db8::1', true],
    [['fe80::/10'], 'fe80::1%eth0', true],
    [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
    [['10.0.0.0/8'], '::ffff:0a01:0203', true],
    [['10.0.0.0/8'], '::ffff:11.1.2.3', false],
    [['::ffff:10.1.2.3'], '10.1.2.3', true],
    [['0.0.0.0/0'], '::1', false],
    [['127.0.0.1'], '::1', false],
    [[], '127.0.0.1', false],
  ])('judges by %j the address %s: %j', (ranges, address, expected) => {
    expect(isAllowed(ranges, address)).toBe(expected)
  })

  it('agrees with arithmetic on every IPv4 range', () => {
    const numberOf = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV4(), fc.nat(32), (base, address, bits) => {
        const size = 2 ** (32 - bits)
        const same = Math.floor(numberOf(base) / size) === Math.floor(numberOf(address) / size)
        expect(isAllowed([`${base}/${bits}`], address)).toBe(same)
      }),
    )
  })
})

describe('refusalOf', () => {
  const now = 1_000
  const here = { now, address: '10.1.2.3', enforcesAddresses: true, hasOpenId: true }
  const forEver: Standing = { row: { allowed_ips: [] }, key: undefined, endMs: Number.POSITIVE_INFINITY }
  const elsewhere = { ...forEver, row: { allowed_ips: ['192.168.0.0/16'] } }
  const session = (endMs: number, method: 'password' | 'openid' = 'password') => ({ browserSession: { endMs, method } })

  it.each<
    [what: string, standing: Standing | undefined, circumstances: Partial<typeof here>, code: string | undefined]
  >([
    ['nothing that is known', undefined, {}, 'unauthorized'],
    ['a bearer without an end', forEver, {}, undefined],
    ['a bearer that ends next', { ...forEver, endMs: now + 1 }, {}, undefined],
    ['a bearer that ends now', { ...forEver, endMs: now }, {}, 'unauthorized'],
    ['a key without an end', { ...forEver, key: { expires_at: null } }, {}, undefined],
    ['a key that ends now', { ...forEver, key: { expires_at: now } }, {}, 'unauthorized'],
    ['a session that ends next', { ...forEver, ...session(now + 1) }, {}, undefined],
    ['a session that ends now', { ...forEver, ...session(now) }, {}, 'unauthorized'],
    ['a session of the provider', { ...forEver, ...session(now + 1, 'openid') }, {}, undefined],
    [
      'one of a provider that is gone',
      { ...forEver, ...session(now + 1, 'openid') },
      { hasOpenId: false },
      'unauthorized',
    ],
    ['one of a password without provider', { ...forEver, ...session(now + 1) }, { hasOpenId: false }, undefined],
    ['another address', elsewhere, {}, 'address_not_allowed'],
    ['an admitted address', elsewhere, { address: '192.168.7.7' }, undefined],
    ['another address, ignored', elsewhere, { enforcesAddresses: false }, undefined],
    ['an address that is none', elsewhere, { address: 'unknown' }, 'address_not_allowed'],
    ['an end before another address', { ...elsewhere, endMs: now }, {}, 'unauthorized'],
  ])('judges %s', (_what, standing, circumstances, code) => {
    expect(refusalOf(standing, { ...here, ...circumstances })?.code).toBe(code)
  })
})
