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
    const before = counterpartOf(model, settings, previous)
    const sealed = before && secretOf(before, field)
    if (sealed === undefined)
      throw invalid(path, 'is hidden, but no stored secret is known to be the one; send it again')
    return sealed
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

function secretOf({ apiKey, extraHeaders = {} }: CustomModel, field: Place['field']): string | undefined {
  if (field === 'apiKey') return apiKey
  return Object.hasOwn(extraHeaders, field.header) ? extraHeaders[field.header] : undefined
}

/** The id tells models apart; without one, what is called. A secret never follows a model to another address. */
function isSameModel(a: CustomModel, b: CustomModel): boolean {
  if (a.baseUrl !== b.baseUrl) return false
  return a.id !== undefined || b.id !== undefined ? a.id === b.id : a.model === b.model
}
