import { ControlSettings } from '@muster/contract/controls'
import type { FormSchema } from './schema-form.ts'

/** Every setting by what it is called, for a search. */
export const settingsFound = Object.entries((ControlSettings as FormSchema).properties ?? {}).map(
  ([name, { title = name, description = '' }]) => ({ name, title, description }),
)
