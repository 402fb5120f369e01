import { isIP } from 'node:net'

/** Whether a host is on the list: `example.org` means that name alone, `*.example.org` every name below it. */
export function isListed(host: string, domains: readonly string[]): boolean {
  const name = plainHost(host)
  return domains.map(plainHost).some((domain) => {
    if (domain === name) return true
    return domain.startsWith('*.') && isIP(name) === 0 && name.endsWith(domain.slice(1))
  })
}

/** A host in the form for comparison: lower case, without brackets and a trailing dot. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
