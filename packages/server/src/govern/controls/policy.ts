import type { ControlSettings, CustomModel, ModelPolicy } from '@muster/contract/controls'
import { type AutonomyLevel, type AutonomyMode, autonomyLevels } from '@muster/contract/enumerations'
import type { SessionSettingsInput } from '@muster/contract/session'
import { AppError } from '../../ground/platform/app-error.ts'

/** Returns the settings of a session as the controls allow them. Throws 403 for settings that they forbid. */
export function governSettings<S extends SessionSettingsInput>(
  settings: S,
  controls: ControlSettings,
  userId: string,
): S {
  for (const model of [settings.model, settings.specModeModel]) {
    if (model !== undefined && !isModelAllowed(model, controls, userId)) {
      throw new AppError('model_not_allowed', `The organization’s model policy does not allow ${model}.`)
    }
  }
  const { restrictedAccess, allowedUserIds = [] } = controls.missionPolicy ?? {}
  if (settings.interactionMode === 'mission' && restrictedAccess && !allowedUserIds.includes(userId)) {
    throw new AppError('mission_not_allowed', 'The organization’s mission policy does not include you.')
  }
  return clampAutonomy(settings, controls.maxAutonomyLevel)
}

/** Returns the same object if nothing has to be lowered. */
export function clampAutonomy<S extends SessionSettingsInput>(settings: S, maximum: AutonomyLevel | undefined): S {
  if (maximum === undefined) return settings
  const limit = autonomyLevels.indexOf(maximum)
  let clamped = settings
  if (settings.autonomyLevel !== undefined && autonomyLevels.indexOf(settings.autonomyLevel) > limit) {
    clamped = { ...clamped, autonomyLevel: maximum }
  }
  if (settings.autonomyMode !== undefined && modeRank(settings.autonomyMode) > limit) {
    clamped = { ...clamped, autonomyMode: maximum === 'off' ? 'normal' : `auto-${maximum}` }
  }
  return clamped
}

/** `normal` and `spec` ask before they act, so no maximum applies to them. */
function modeRank(mode: AutonomyMode): number {
  return mode.startsWith('auto-') ? autonomyLevels.indexOf(mode.slice('auto-'.length) as AutonomyLevel) : 0
}

/** A user's own policy can only narrow the organization's. */
export function isModelAllowed(model: string, controls: ControlSettings, userId: string): boolean {
  const custom = controls.customModels?.find((candidate) => (candidate.id ?? candidate.model) === model)
  const policies = [controls.modelPolicy, controls.userModelPolicies?.[userId]]
  return policies.every((policy) => policy === undefined || policyAllows(policy, model, custom))
}

function policyAllows(policy: ModelPolicy, model: string, custom: CustomModel | undefined): boolean {
  if (policy.blockedModelIds?.includes(model)) return false
  if (policy.isFastModelsAllowed === false && isFast(model)) return false
  if (custom) {
    if (policy.allowCustomModels === false) return false
    return !policy.allowedBaseUrls?.length || policy.allowedBaseUrls.some((url) => isBelow(url, custom.baseUrl))
  }
  if (policy.allowAllFactoryModels === true) return true
  const allowed = policy.allowedModelIds ?? []
  if (policy.allowAllFactoryModels === undefined && allowed.length === 0) return true
  return allowed.includes(model)
}

/** Providers mark the fast, expensive variant of a model with this word in its id. */
function isFast(model: string): boolean {
  return /(^|[^a-z])fast($|[^a-z])/i.test(model)
}

/**
 * Requires the same scheme, host and port, and the allowed path or one below it: `https://a.example.evil.org` is
 * refused.
 */
function isBelow(allowed: string, baseUrl: string | undefined): boolean {
  const base = baseUrl === undefined ? null : URL.parse(baseUrl)
  const limit = URL.parse(allowed)
  if (!base || !limit || base.origin !== limit.origin) return false
  const folder = limit.pathname.replace(/\/$/, '')
  return base.pathname === folder || base.pathname.startsWith(`${folder}/`)
}
