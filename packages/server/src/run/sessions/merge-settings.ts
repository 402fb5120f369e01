import type { ControlSettings } from '@muster/contract/controls'
import type { AutonomyLevel } from '@muster/contract/enumerations'
import type { SessionSettings, SessionSettingsInput } from '@muster/contract/session'
import { clampAutonomy, governSettings } from '../../govern/controls/policy.ts'
import type { Principal } from '../../ground/platform/principal.ts'

/** The settings of a session after a change, as the controls and its computer allow them. */
export function mergeSettings(
  before: SessionSettings,
  wanted: SessionSettingsInput,
  controls: ControlSettings,
  principal: Principal,
  maximumThere: AutonomyLevel | undefined,
): SessionSettings {
  const { archivedAt, ...rest } = governSettings(wanted, controls, principal.userId)
  // The maximum may be lower now than when the session's autonomy was set.
  const merged: SessionSettings = clampAutonomy(
    clampAutonomy({ ...before, ...rest }, controls.maxAutonomyLevel),
    maximumThere,
  )
  if (archivedAt === null) delete merged.archivedAt
  else if (archivedAt !== undefined) merged.archivedAt = archivedAt
  return merged
}
