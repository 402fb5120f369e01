import { type ControlSettings, type CustomModel, hiddenSecret } from '@muster/contract/controls'
import { invalid } from '../platform/app-error.ts'
import { isSealed, type SecretBox } from '../platform/secret-box.ts'
import { hideInUrl, mapModelSecrets } from './secret-places.ts'

const purpose = 'enterprise controls'

/** What every answer shows: that there is a secret, never which. */
export function hideSecrets(settings: ControlSettings): ControlSettings {
  return mapModels(settings, (model) => mapModelSecrets(model, () => hiddenSecret))
}

/** What is stored. A secret that came back hidden stays the one that `previous` holds for the same model. */
export function sealSecrets(settings: ControlSettings, previous: ControlSettings, box: SecretBox): ControlSettings {
  return mapModels(settings, (model, index) => {
    const before = counterpartOf(model, settings, previous)
    const known = before ? secretsOf(before) : undefined
    return mapModelSecrets(model, (secret, place) => {
      if (secret !== hiddenSecret) return box.seal(purpose, secret)
      const kept = known?.get(place)
      // Revisions from before this was a secret hold it as it is.
      if (kept !== undefined) return isSealed(kept) ? kept : box.seal(purpose, kept)
      const path = `customModels[${index}].${place.replace(/^baseUrl.*/, 'baseUrl')}`
      throw invalid(path, 'is hidden, but no stored secret is known to be the one; send it again')
    })
  })
}

/**
 * The model in `previous` that `model` was before. Those that look the same are told apart by their order, which says
 * nothing any more once one of them is gone: better no secret than another model's.
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

/** The id tells models apart; without one, what is called. A secret never follows a model to another address. */
function isSameModel(a: CustomModel, b: CustomModel): boolean {
  if (hideInUrl(a.baseUrl) !== hideInUrl(b.baseUrl)) return false
  return a.id !== undefined || b.id !== undefined ? a.id === b.id : a.model === b.model
}
