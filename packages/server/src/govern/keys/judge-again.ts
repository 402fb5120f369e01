import type { Database } from '../../ground/database/database.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import { isSamePrincipal, type Principal } from '../../ground/platform/principal.ts'
import type { Admission } from './admission.ts'
import { bearersById, usersById } from './bearer-repository.ts'
import { type FoundBearer, foundUser } from './found-bearer.ts'
import { toPrincipal } from './to-principal.ts'
import { unauthorized } from './unauthorized.ts'

interface JudgeAgainOptions {
  readonly database: Database
  readonly admission: Admission
  readonly browserSessionById: (id: string) => Promise<FoundBearer | undefined>
}

/**
 * Checks again a caller who was admitted before. Throws 401 or 403 if they would not be admitted now, or if their
 * rights have changed: their work was begun with the earlier rights.
 */
export type JudgeAgain = (principal: Principal) => Promise<void>

export function createJudgeAgain({ database, admission, browserSessionById }: JudgeAgainOptions): JudgeAgain {
  const findBearer = sharedLoad((ids: readonly string[]) => bearersById(database, ids))
  const findUser = sharedLoad((users: readonly Principal[]) => usersById(database, users), {
    nameOf: ({ userId }) => userId,
  })

  async function findAgain(principal: Principal): Promise<FoundBearer | undefined> {
    const { browserSessionId, apiKeyId, expiresAtMs } = principal
    if (browserSessionId !== undefined) return browserSessionById(browserSessionId)
    const endMs = expiresAtMs ?? Number.POSITIVE_INFINITY
    if (apiKeyId !== null) {
      const key = await findBearer(apiKeyId)
      return key && { row: key, key, endMs }
    }
    const user = await findUser(principal)
    return user && { ...foundUser(user), endMs }
  }

  return async (principal) => {
    const found = await findAgain(principal)
    const refusal = admission.refusalOf(found, principal.address)
    if (!found || refusal) throw refusal ?? unauthorized()
    if (isSamePrincipal(principal, toPrincipal(found, principal))) return
    throw new AppError('role_not_allowed', 'What you may do has changed meanwhile. Try again.')
  }
}
