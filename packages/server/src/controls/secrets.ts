import { type ControlSettings, type CustomModel, hiddenSecret } from '@muster/contract/controls'
import { invalid } from '../platform/app-error.ts'
import type { SecretBox } from '../platform/secret-box.ts'

const purpose = 'enterprise controls'

/** What every answer shows: that there is a secret, never which. */
export function hideSecrets(settings: ControlSettings): ControlSettings {
  return mapSecrets(settings, () => hiddenSecret)
}

/** What is stored. A secret that came back hidden stays the one that `previous` holds for the same model. */
export function sealSecrets(settings: ControlSettings, previous: ControlSettings, box: SecretBox): ControlSettings {
  return mapSecrets(settings, (secret, { model, field, path }) => {
    if (secret !== hiddenSecret) return box.seal(purpose, secret)
    const before = previous.customModels?.find((candidate) => isSameModel(candidate, model))
    const sealed = before && secretOf(before, field)
    if (sealed === undefined) throw invalid(path, 'is hidden, but no secret is stored for this model yet')
    return sealed
  })
}

interface Place {
  readonly model: CustomModel
  /** `apiKey`, or the name of a header. */
  readonly field: { readonly header: string } | 'apiKey'
  readonly path: string
}

function mapSecrets(settings: ControlSettings, replace: (secret: string, place: Place) => string): ControlSettings {
  if (!settings.customModels) return settings
  return {
    ...settings,
    customModels: settings.customModels.map((model, index) => {
      const path = `customModels[${index}]`
      const changed = { ...model }
      if (model.apiKey !== undefined) {
        changed.apiKey = replace(model.apiKey, { model, field: 'apiKey', path: `${path}.apiKey` })
      }
      if (model.extraHeaders) {
        changed.extraHeaders = Object.fromEntries(
          Object.entries(model.extraHeaders).map(([header, value]) => [
            header,
            replace(value, { model, field: { header }, path: `${path}.extraHeaders.${header}` }),
          ]),
        )
      }
      return changed
    }),
  }
}

function secretOf(model: CustomModel, field: Place['field']): string | undefined {
  return field === 'apiKey' ? model.apiKey : model.extraHeaders?.[field.header]
}

/** The id tells models apart; without one, what is called where. */
function isSameModel(a: CustomModel, b: CustomModel): boolean {
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id
  return a.model === b.model && a.baseUrl === b.baseUrl
}
