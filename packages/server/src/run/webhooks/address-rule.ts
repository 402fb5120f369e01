import { lookup } from 'node:dns/promises'
import { type BlockList, isIP, isIPv6 } from 'node:net'
import { blockListOf } from '../../ground/platform/address-ranges.ts'

/** Addresses that are not on the public internet. All IPv6 ranges that embed an IPv4 address are included. */
const privateRanges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/9',
  'ff00::/8',
]

/** Returns why a webhook must not go to an address, or `undefined` if it may. */
export type AddressRule = (url: URL, address: string) => string | undefined

/** `openNetworks` are private networks of receivers that the operator allows. */
export function createAddressRule(openNetworks: readonly string[]): AddressRule {
  const closed = blockListOf(privateRanges)
  const open = blockListOf(openNetworks)
  return ({ protocol }, address) => {
    if (isIn(open, address)) return undefined
    if (isIn(closed, address)) return 'leads to a private address'
    return protocol === 'https:' ? undefined : 'must begin with https://'
  }
}

function isIn(list: BlockList, address: string): boolean {
  // The zone of an address, as in fe80::1%eth0, is ignored.
  const plain = address.split('%')[0] ?? ''
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}

export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Resolves the host of the URL. Returns an empty list for an unknown name, which may exist by the time of sending. */
export async function addressesOf(text: string): Promise<string[]> {
  const url = URL.parse(text)
  if (!url) return []
  const host = hostOf(url)
  if (isIP(host)) return [host]
  return (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address)
}

/** Returns what is wrong with the URL of a webhook, or `undefined`. */
export function faultOf(rule: AddressRule, text: string, addresses: readonly string[]): string | undefined {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be a URL that begins with https://'
  if (url.username || url.password) return 'must not hold a user name or a password; deliveries are signed instead'
  if (url.hash) return 'must not have a part behind #'
  if (addresses.length === 0) return url.protocol === 'https:' ? undefined : 'must begin with https://'
  return addresses.map((address) => rule(url, address)).find((fault) => fault !== undefined)
}
