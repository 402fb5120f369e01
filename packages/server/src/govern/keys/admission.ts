import type { AppError } from '../../ground/platform/app-error.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Origin } from './caller.ts'
import type { FailedSignIns } from './failed-sign-ins.ts'
import type { FoundBearer } from './found-bearer.ts'
import { type Circumstances, refusalOf, type Standing } from './is-admitted.ts'

interface AdmissionOptions extends Pick<Circumstances, 'enforcesAddresses' | 'hasOpenId'> {
  readonly clock: Clock
  readonly failedSignIns: FailedSignIns
}

/** Checks callers with `refusalOf`, both new ones and those who stay connected. */
export interface Admission {
  refusalOf(standing: Standing | undefined, address: string): AppError | undefined
  /** Throws the refusal. Records it if a known user comes from an address that is not admitted. */
  assertAdmitted(found: Pick<FoundBearer, 'row' | 'key'> & Standing, origin: Origin): Promise<void>
}

export function createAdmission({ clock, failedSignIns, ...decided }: AdmissionOptions): Admission {
  const refusal = (standing: Standing | undefined, address: string) =>
    refusalOf(standing, { now: clock.now(), address, ...decided })
  return {
    refusalOf: refusal,

    async assertAdmitted(found, origin) {
      const refused = refusal(found, origin.address)
      if (!refused) return
      const { row, key } = found
      const target = key ? ({ type: 'api_key', id: key.key_id } as const) : ({ type: 'user', id: row.user_id } as const)
      if (refused.code === 'address_not_allowed') {
        await failedSignIns.note(row.organization_id, target, refused.code, origin)
      }
      throw refused
    },
  }
}
