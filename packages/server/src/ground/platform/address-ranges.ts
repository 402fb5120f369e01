import { BlockList, isIPv4 } from 'node:net'

/** Makes a list of addresses and ranges such as 10.0.0.0/8 that addresses can be checked against. */
export function blockListOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [base = '', bits] = range.split('/')
    const family = isIPv4(base) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(base, family)
    else list.addSubnet(base, Number(bits), family)
  }
  return list
}
