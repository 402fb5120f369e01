import { type Static, Type } from 'typebox'
import { closed, Email, Id, IsoTime, text } from './schema.ts'
import { NewPassword } from './sign-in-link.ts'

const LinkToken = text(1, 400, { hint: 'the token of a one-time link' })

export const CheckLink = closed({ link: LinkToken })
export type CheckLink = Static<typeof CheckLink>

/** The credentials that a person enters to sign in to the web application. */
export const SignIn = Type.Union(
  [
    closed({ apiKey: text(1, 400, { hint: 'an API key' }) }),
    closed({
      email: Email,
      password: text(1, 200, { hint: 'a password' }),
      /** For a person who belongs to several organizations. */
      organizationId: Type.Optional(Id),
    }),
    closed({ link: LinkToken, newPassword: Type.Optional(NewPassword) }),
  ],
  { hint: 'either {"apiKey"}, or {"email", "password"}, or {"link"}' },
)
export type SignIn = Static<typeof SignIn>

/** How a person signed in. */
export const SignInMethod = Type.Enum(['api-key', 'link', 'password', 'openid'])
export type SignInMethod = Static<typeof SignInMethod>

/** A browser in which a person is signed in. Only the cookie contains the secret of the session. */
export const BrowserSession = Type.Object({
  id: Type.String(),
  method: SignInMethod,
  /** The `User-Agent` of the browser. */
  userAgent: Type.String(),
  address: Type.String(),
  createdAt: IsoTime,
  lastUsedAt: IsoTime,
  /** The latest end. An unused session ends earlier. */
  expiresAt: IsoTime,
  /** Whether this is the session of the current request. */
  isCurrent: Type.Boolean(),
})
export type BrowserSession = Static<typeof BrowserSession>
