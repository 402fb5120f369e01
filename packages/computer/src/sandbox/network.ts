import type { Policy } from '@muster/contract/relay/to-computer'

type Sandbox = Policy['sandbox']

/** The destinations that an agent in its own network namespace can reach through the proxy. */
export interface Reachable {
  readonly domains: readonly string[]
  /** Ports of the machine itself, such as `localhost:8080`, forwarded to the agent's own loopback. */
  readonly ports: readonly string[]
}

/** All names, except those that resolve to the machine itself. */
export const everywhere = '*'

/** `undefined`: the machine's network with all its ports. */
export function reachableBy(sandbox: Sandbox, isEnclosed: boolean): Reachable | undefined {
  const { allowedDomains = [], allowLocalBinding } = (sandbox?.enabled && sandbox.network) || {}
  if (allowLocalBinding && allowedDomains.length === 0 && !isEnclosed) return undefined
  const domains = allowedDomains.length > 0 ? allowedDomains : [everywhere]
  return { domains, ports: domains.filter((each) => /^(?:localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/i.test(each)) }
}
