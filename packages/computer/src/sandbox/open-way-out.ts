import { CannotConfine } from './confine.ts'
import { DomainProxy } from './domain-proxy.ts'
import { type Confinement, probeOwnNetwork } from './probe.ts'

/** Opens the way to single domains, if an agent may reach no others. The caller closes it when the agent has ended. */
export async function openWayOut(
  domains: readonly string[],
  { available }: Confinement,
  env: NodeJS.ProcessEnv,
  tell: (text: string) => void,
): Promise<DomainProxy | undefined> {
  if (domains.length === 0 || !available) return undefined
  const network = await probeOwnNetwork(env)
  if (!network.available) {
    throw new CannotConfine(
      `The organization allows agents single domains only, which this computer cannot enforce. ${network.reason ?? ''}`.trim(),
    )
  }
  const onRefused = (host: string) =>
    tell(
      `The agent wanted to reach ${host}, which is not in sandbox.network.allowedDomains of the organization’s controls.`,
    )
  return DomainProxy.open({ domains, env, onRefused })
}
