import { type ControlSettings, type CustomModel, hiddenSecret } from '@muster/contract/controls'
import { invalid } from '../../ground/platform/app-error.ts'
import { isSealed, type SecretBox } from '../../ground/platform/secret-box.ts'
import { hideInUrl, mapModelSecrets } from './secret-places.ts'

const purpose = 'enterprise controls'

/** Replaces every secret with a placeholder that shows only that there is one. */
export function hideSecrets(settings: ControlSettings): ControlSettings {
  return mapModels(settings, (model) => mapModelSecrets(model, () => hiddenSecret))
}

/**
 * Returns the settings to store. A secret that was sent back as its placeholder keeps the value that `previous` has for
 * the same model.
 */
export function sealSecrets(settings: ControlSettings, previous: ControlSettings, box: SecretBox): ControlSettings {
  return mapModels(settings, (model, index) => {
    const before = counterpartOf(model, settings, previous)
    const known = before ? secretsOf(before) : undefined
    return mapModelSecrets(model, (secret, place) => {
      if (secret !== hiddenSecret) return box.seal(purpose, secret)
      const kept = known?.get(place)
      // Older revisions may contain this value unsealed.
      if (kept !== undefined) return isSealed(kept) ? kept : box.seal(purpose, kept)
      const path = `customModels[${index}].${place.replace(/^baseUrl.*/, 'baseUrl')}`
      throw invalid(path, 'is hidden, but no stored secret is known to be the one; send it again')
    })
  })
}

/**
 * Returns the model in `previous` that became `model`. Models that look equal are matched by their order. If one of
 * them was removed, the order is not reliable, so no secret is kept rather than another model's.
 */
function counterpartOf(model: CustomModel, settings: ControlSettings, previous: ControlSettings) {
  const alike = ({ customModels = [] }: ControlSettings) => customModels.filter((other) => isSameModel(other, model))
  const now = alike(settings)
  const before = alike(previous)
  return before.length > now.length ? undefined : before[now.indexOf(model)]
}

function mapModels(
  settings: ControlSettings,
  map: (model: CustomModel, index: number) => CustomModel,
): ControlSettings {
  return settings.customModels ? { ...settings, customModels: settings.customModels.map(map) } : settings
}

function secretsOf(model: CustomModel): ReadonlyMap<string, string> {
  const secrets = new Map<string, string>()
  mapModelSecrets(model, (secret, place) => {
    secrets.set(place, secret)
    return secret
  })
  return secrets
}

/** The id identifies a model; without one, its name does. A secret is never kept for another address. */
function isSameModel(a: CustomModel, b: CustomModel): boolean {
  if (hideInUrl(a.baseUrl) !== hideInUrl(b.baseUrl)) return false
  return a.id !== undefined || b.id !== undefined ? a.id === b.id : a.model === b.model
}
