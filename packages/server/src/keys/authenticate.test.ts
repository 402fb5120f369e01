import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isAllowed } from './authenticate.ts'

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
