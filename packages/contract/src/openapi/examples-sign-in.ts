import type { CheckLink } from '../browser-session.ts'
import type * as links from '../sign-in-link.ts'

const userId = '019c9a10-0b7d-7e3f-8c21-5f6e7d8c9ba0'
/** A fake token with the length of a real one. */
const token = `019cd6a0-3c11-7f08-a5d2-b47e19c0f3d8_${'x'.repeat(43)}`
const link = { url: `https://muster.acme.example/sign-in#token=${token}`, expiresAt: '2026-03-17T09:00:00.000Z' }

export const signInExamples = {
  CheckLink: { link: token } satisfies CheckLink,
  LinkInfo: {
    purpose: 'invitation',
    email: 'lin@acme.example',
    organizationName: 'Acme',
    expiresAt: link.expiresAt,
  } satisfies links.LinkInfo,
  CreateLink: { purpose: 'password-reset' } satisfies links.CreateLink,
  CreatedLink: { userId, purpose: 'password-reset', ...link } satisfies links.CreatedLink,
  InvitePeople: {
    list: 'kim@acme.example, member, Kim, Sato, payments\nsam@acme.example, manager',
  } satisfies links.InvitePeople,
  Invitation: {
    user: {
      id: userId,
      email: 'lin@acme.example',
      createdAt: '2026-03-10T09:00:00.000Z',
      metadata: { team: 'payments' },
      role: 'member',
    },
    ...link,
  } satisfies links.Invitation,
  SetPassword: { newPassword: 'correct horse battery staple' } satisfies links.SetPassword,
}
