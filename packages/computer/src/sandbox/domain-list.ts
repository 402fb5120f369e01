import { isIP } from 'node:net'

/**
 * The entry of the list that a host is on: `example.org` means that name alone, `*.example.org` every name below it, `*`
 * every name. One with a port, as `example.org:443`, means that port alone.
 */
export function listedAs(host: string, port: number, domains: readonly string[]): string | undefined {
  const name = plainHost(host)
  const matches = (entry: string) => {
    const [, listed = '', listedPort] = /^(.*?)(?::(\d{1,5}))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? []
    const domain = plainHost(listed)
    if (name === '' || (listedPort !== undefined && Number(listedPort) !== port)) return false
    return (
      domain === name ||
      domain === '*' ||
      (domain.startsWith('*.') && isIP(name) === 0 && name.endsWith(domain.slice(1)))
    )
  }
  // An exact entry opens more than one for all names.
  return domains.toSorted((a, b) => Number(a.startsWith('*')) - Number(b.startsWith('*'))).find(matches)
}

/** A host in the form for comparison: lower case, without brackets and a trailing dot. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
