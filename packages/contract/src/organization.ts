import { type Static, Type } from 'typebox'
import { Role, roles, Scope } from './enumerations.ts'
import { closed, Email, IsoTime, JsonObject, text } from './schema.ts'

export const Organization = Type.Object({ id: Type.String(), name: Type.String(), createdAt: IsoTime })
export type Organization = Static<typeof Organization>

const OrganizationName = text(1, 200)

export const UpdateOrganization = closed({ name: OrganizationName })
export type UpdateOrganization = Static<typeof UpdateOrganization>

export const OrganizationUser = Type.Object({
  id: Type.String(),
  email: Type.String({ format: 'email' }),
  createdAt: IsoTime,
  metadata: JsonObject,
  firstName: Type.Optional(Type.String()),
  lastName: Type.Optional(Type.String()),
  lastSignInAt: Type.Optional(IsoTime),
  role: Type.Enum([...roles], { 'x-extension': true }),
})
export type OrganizationUser = Static<typeof OrganizationUser>

const personalFields = {
  firstName: Type.Optional(text(1, 100)),
  lastName: Type.Optional(text(1, 100)),
  metadata: Type.Optional(JsonObject),
}

export const InviteUser = closed({ email: Email, role: Role, ...personalFields })
export type InviteUser = Static<typeof InviteUser>

export const UpdateUser = closed({ role: Type.Optional(Role), ...personalFields })
export type UpdateUser = Static<typeof UpdateUser>

/** The user that the bearer authenticates. */
export const Me = Type.Object({
  user: OrganizationUser,
  organization: Organization,
  scopes: Type.Optional(Type.Array(Scope)),
  /** Whether the user can sign in with a password. */
  hasPassword: Type.Optional(Type.Boolean()),
  /** The organization's rule for hooks on its members' machines; absent if there is none. */
  hooks: Type.Optional(Type.Object({ allowProjectHooks: Type.Boolean() })),
})
export type Me = Static<typeof Me>

export const CreateOrganization = closed({ name: OrganizationName, ownerEmail: Email })
export type CreateOrganization = Static<typeof CreateOrganization>

export const CreatedOrganization = Type.Object({
  organization: Organization,
  owner: OrganizationUser,
  apiKey: Type.String(),
})
export type CreatedOrganization = Static<typeof CreatedOrganization>
