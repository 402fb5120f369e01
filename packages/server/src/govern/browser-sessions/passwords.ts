import type { SetPassword } from '@muster/contract/sign-in-link'
import type { Database } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import { isUuid } from '../../ground/platform/ids.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import type { Change } from '../audit/change.ts'
import { recordChange } from '../audit/service.ts'
import type { Admission } from '../keys/admission.ts'
import type { Caller } from '../keys/caller.ts'
import type { FailedSignIns } from '../keys/failed-sign-ins.ts'
import { foundUser } from '../keys/found-bearer.ts'
import { toPrincipal } from '../keys/to-principal.ts'
import { unauthorized } from '../keys/unauthorized.ts'
import { createPasswordAttempts } from './password-attempts.ts'
import { hashPassword, isPassword } from './password-hash.ts'
import * as repository from './password-repository.ts'
import { revoke } from './repository.ts'

export interface Passwords {
  /**
   * Returns the user with this e-mail and password. A wrong password, an unknown e-mail and a network address that the
   * organization does not admit get the same answer after the same time.
   */
  signIn(email: string, password: string, caller: Caller): Promise<Principal>
  has(principal: Principal): Promise<boolean>
  /** Returns the hash of the new password of a signed-in user; throws 403 if they may not set it. */
  hashForChange(principal: Principal, wanted: SetPassword): Promise<string>
  /** Sets the password, and signs the caller out of all other browsers. */
  change(change: Change, hash: string): Promise<void>
  hash(password: string): Promise<string>
}

interface PasswordsOptions {
  readonly database: Database
  readonly clock: Clock
  readonly failedSignIns: FailedSignIns
  readonly admission: Admission
}

/** One text for all causes, so that it does not reveal which one applies. */
const notSignedIn =
  'The e-mail or the password is wrong. If you are sure of both, your organization may not admit this address.'

export function createPasswords({ database, clock, failedSignIns, admission }: PasswordsOptions): Passwords {
  const attempts = createPasswordAttempts(clock)
  const refusalOf = (row: repository.PasswordRow, { address }: Caller) => admission.refusalOf(foundUser(row), address)

  return {
    async signIn(email, password, caller) {
      const emailKey = email.toLowerCase()
      attempts.begin(emailKey, caller.address)
      const { organization } = caller
      const found =
        organization === undefined || isUuid(organization)
          ? await repository.candidates(database, emailKey, organization ?? null)
          : []
      const [first, ...others] = found
      const checked = [first, ...others.filter(({ hash }) => hash !== null)]
      const right: repository.PasswordRow[] = []
      for (const row of checked) {
        // The password is always checked: neither the time nor the number of attempts left may reveal whether it is
        // right.
        if ((await isPassword(password, row?.hash ?? undefined)) && row && !refusalOf(row, caller)) right.push(row)
      }
      const [user, ...more] = right
      if (!user) {
        for (const row of found) {
          const target = { type: 'user', id: row.user_id } as const
          await failedSignIns.note(
            row.organization_id,
            target,
            refusalOf(row, caller)?.code ?? 'wrong_password',
            caller,
          )
        }
        throw unauthorized(notSignedIn)
      }
      attempts.takeBack(emailKey, caller.address)
      if (more.length > 0) {
        throw unauthorized(
          'You belong to several organizations with this password. Name one: send its id as organizationId, or in the header Muster-Organization.',
          right.map((row) => ({ path: row.organization_id, message: row.organization_name })),
        )
      }
      return toPrincipal(foundUser(user), caller)
    },

    async has({ organizationId, userId }) {
      return (await repository.find(database, organizationId, userId)) !== undefined
    },

    async hashForChange({ organizationId, userId, email, address }, { currentPassword, newPassword }) {
      const known = await repository.find(database, organizationId, userId)
      if (known !== undefined) {
        const name = email.toLowerCase()
        attempts.begin(name, address)
        if (!(await isPassword(currentPassword ?? '', known))) {
          throw new AppError('wrong_password', 'This is not your present password.')
        }
        attempts.takeBack(name, address)
      }
      return hashPassword(newPassword)
    },

    async change(change, hash) {
      const { tx, principal, now } = change
      await revoke(tx, principal.organizationId, principal.userId, null, now, principal.browserSessionId ?? null)
      await setPassword(change, hash)
    },

    hash: hashPassword,
  }
}

/** Sets the password of the change's principal. The audit log records the change, but never the password. */
export async function setPassword(change: Change, hash: string): Promise<void> {
  const { tx, principal, now } = change
  await repository.set(tx, principal.organizationId, principal.userId, hash, now)
  await recordChange(change, { action: 'password.set', target: { type: 'user', id: principal.userId } })
}
