import { isIP } from 'node:net'

/**
 * The entry of a list that matches a host: `example.org` matches that name only, `*.example.org` every name below it,
 * `*` every name. An entry with a port, such as `example.org:443`, matches only that port.
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
  // An exact entry may allow more than one for all names, so it comes first.
  return domains.toSorted((a, b) => Number(a.startsWith('*')) - Number(b.startsWith('*'))).find(matches)
}

/** A host in canonical form: lower case, without brackets and trailing dot. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
