import type { ControlSettings } from '@muster/contract/controls'
import type { SessionSettings, SessionSettingsInput } from '@muster/contract/session'
import { clampAutonomy, governSettings } from '../controls/policy.ts'
import type { Principal } from '../platform/principal.ts'

/** The settings of a session after a change, as the controls allow them. */
export function mergeSettings(
  before: SessionSettings,
  wanted: SessionSettingsInput,
  controls: ControlSettings,
  principal: Principal,
): SessionSettings {
  const { archivedAt, ...rest } = governSettings(wanted, controls, principal.userId)
  // The maximum may be lower than when the session got its autonomy.
  const merged: SessionSettings = clampAutonomy({ ...before, ...rest }, controls.maxAutonomyLevel)
  if (archivedAt === null) delete merged.archivedAt
  else if (archivedAt !== undefined) merged.archivedAt = archivedAt
  return merged
}
