import type { ControlSettings } from '@muster/contract/controls'
import type { ComputerAccess, ProviderType } from '@muster/contract/enumerations'
import { AppError } from '../../ground/platform/app-error.ts'
import { type Principal, seesAll } from '../../ground/platform/principal.ts'
import type { ComputerRow } from './repository.ts'

/** The fields of a computer that decide whether it may get work. */
export type WorkComputer = Pick<ComputerRow, 'id' | 'user_id' | 'name' | 'provider_type' | 'cut_off_at' | 'consent'>

export function isVisible(principal: Principal, row: WorkComputer): boolean {
  return seesAll(principal) || row.user_id === principal.userId || row.provider_type === 'managed'
}

export function visibleComputer<Row extends WorkComputer>(principal: Principal, row: Row | undefined): Row {
  if (!row || !isVisible(principal, row)) throw noSuchComputer()
  return row
}

/** Everybody may use a managed computer; the user of any other computer decides who may use it. */
export function accessOf({ provider_type, consent }: WorkComputer): ComputerAccess {
  return provider_type === 'managed' ? 'organization' : (consent?.access ?? 'private')
}

/** Throws if only another user may decide what runs on the computer, whatever the role of the caller. */
export function assertMayUse({ userId }: Principal, computer: WorkComputer): void {
  if (accessOf(computer) === 'organization' || computer.user_id === userId) return
  throw new AppError('computer_private', `${computer.name} is private: only its user gives it work.`)
}

/** Returns the computer if the caller may use it and it may still get work; throws otherwise. */
export function computerForWork<Row extends WorkComputer>(principal: Principal, row: Row | undefined): Row {
  const computer = visibleComputer(principal, row)
  if (computer.cut_off_at != null) {
    const detail = `The user of the computer ${computer.name} was removed, so that it does no more work.`
    throw new AppError('computer_cut_off', detail)
  }
  assertMayUse(principal, computer)
  return computer
}

export function noSuchComputer(): AppError {
  return new AppError('computer_not_found', 'There is no such computer.')
}

export function assertProviderAllowed(provider: ProviderType, settings: ControlSettings): void {
  const enabled = provider === 'managed' ? settings.managedComputersEnabled : settings.byomComputersEnabled
  if (enabled === false) {
    throw new AppError('computer_not_allowed', `The organization has switched ${provider} computers off.`)
  }
}
