import { type Static, Type } from 'typebox'
import { OrganizationUser } from './organization.ts'
import { closed, IsoTime, text } from './schema.ts'

/** Long enough to resist guessing, and short enough to hash without delay. */
export const NewPassword = text(12, 200, { hint: 'a password of 12 to 200 characters' })

/** `sign-in` only signs in; the others also let the person choose a password. */
export const LinkPurpose = Type.Enum(['sign-in', 'invitation', 'password-reset'])
export type LinkPurpose = Static<typeof LinkPurpose>

/** The purpose of a link, shown to its holder before it is used. */
export const LinkInfo = Type.Object({
  purpose: LinkPurpose,
  email: Type.String(),
  organizationName: Type.String(),
  expiresAt: IsoTime,
})
export type LinkInfo = Static<typeof LinkInfo>

export const CreateLink = closed({ purpose: Type.Enum(['invitation', 'password-reset']) })
export type CreateLink = Static<typeof CreateLink>

const linkFields = {
  /** The link for the person. It works once and is shown only in this answer. */
  url: Type.String(),
  expiresAt: IsoTime,
}

export const CreatedLink = Type.Object({ userId: Type.String(), purpose: LinkPurpose, ...linkFields })
export type CreatedLink = Static<typeof CreatedLink>

/** One person per line, in the format of `parseInvitations`. */
export const InvitePeople = closed({ list: text(1, 700_000, { hint: 'a list of people, one a line' }) })
export type InvitePeople = Static<typeof InvitePeople>

export const Invitation = Type.Object({ user: OrganizationUser, ...linkFields })
export type Invitation = Static<typeof Invitation>

export const SetPassword = closed({
  newPassword: NewPassword,
  currentPassword: Type.Optional(text(1, 200, { hint: 'the password as it is' })),
})
export type SetPassword = Static<typeof SetPassword>
