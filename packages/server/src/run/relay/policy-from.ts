import type { ControlSettings } from '@muster/contract/controls'
import { Policy } from '@muster/contract/relay/to-computer'

/** Only the controls that computers enforce. */
export function policyFrom(settings: ControlSettings): Policy {
  const fields = Object.entries(settings).filter(([name]) => name in Policy.properties)
  return Object.fromEntries(fields) as Policy
}
