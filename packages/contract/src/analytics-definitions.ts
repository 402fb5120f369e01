import { type Static, Type } from 'typebox'

export const TermDefinition = Type.Object({ term: Type.String(), definition: Type.String() })
export type TermDefinition = Static<typeof TermDefinition>

/** `endpoint` is a path, with `?group_by=…` for a grouped row; `field` is like `by_user[].user_id`. */
export const FieldDefinition = Type.Object({
  name: Type.String(),
  endpoint: Type.String(),
  field: Type.String(),
  definition: Type.String(),
})
export type FieldDefinition = Static<typeof FieldDefinition>

export const AnalyticsDefinitions = Type.Object({
  terms: Type.Array(TermDefinition),
  definitions: Type.Array(FieldDefinition),
})
export type AnalyticsDefinitions = Static<typeof AnalyticsDefinitions>
