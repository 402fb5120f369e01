import type { SessionSettings } from '@muster/contract/session'
import { governSettings } from '../../govern/controls/policy.ts'
import { AppError } from '../../ground/platform/app-error.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import { assertCreditsLeft } from '../../money/limits/service.ts'
import { assertProviderAllowed, computerForWork, type WorkComputer } from '../computers/visible-computer.ts'
import { assertSeesSession } from '../sessions/service.ts'
import type { PostFacts } from './facts-repository.ts'

export interface Judged {
  readonly computer: WorkComputer
  /** The settings that the session has from now on. */
  readonly settings: SessionSettings
  readonly isChanged: boolean
}

/**
 * Throws unless the caller may post to the session. Returns `undefined` if the message moves the session to the
 * computer `wanted`: the caller then looks that computer up and calls `judgeMove`, so that an unknown computer is
 * reported first.
 */
export function judgePost(principal: Principal, facts: PostFacts, wanted: string | undefined): Judged | undefined {
  assertSeesSession(principal, facts)
  if (wanted !== undefined && wanted.toLowerCase() !== facts.computer_id) return undefined
  return judged(principal, facts, settingsForPost(facts), computerOf(principal, facts))
}

/** Like `judgePost`, for a session that moves to this computer, which exists. */
export function judgeMove(principal: Principal, facts: PostFacts, computer: WorkComputer): Judged {
  const before = settingsForPost(facts)
  if (facts.status !== 'idle') {
    throw new AppError('session_busy', `The session is ${facts.status}; it can change its computer when it is idle.`)
  }
  return judged(principal, facts, before, computer)
}

function judged(principal: Principal, facts: PostFacts, before: SessionSettings, computer: WorkComputer): Judged {
  const controls = facts.controls ?? {}
  assertProviderAllowed(computer.provider_type, controls)
  // Settings that were allowed when the session was created may be forbidden by now.
  const settings = governSettings(before, controls, principal.userId)
  return { computer, settings, isChanged: settings !== before }
}

/** Returns the settings of the session; throws if it takes no message now. */
function settingsForPost({ credits, used, settings_text }: PostFacts): SessionSettings {
  if (credits !== null) assertCreditsLeft({ credits, used: used ?? 0 })
  const settings = JSON.parse(settings_text) as SessionSettings
  if (settings.archivedAt !== undefined) {
    throw new AppError('session_archived', 'The session is in the archive, where nothing works on it.')
  }
  return settings
}

/** Returns the computer of the session; throws if the caller may not give it work. */
function computerOf(principal: Principal, facts: PostFacts): WorkComputer {
  const { computer_id: id, computer_user_id: user_id, computer_name: name, provider_type, cut_off_at, consent } = facts
  if (id === null || user_id === null || name === null || provider_type === null) {
    throw new AppError('session_without_computer', 'The computer of this session was deleted. Name another one.')
  }
  return computerForWork(principal, { id, user_id, name, provider_type, cut_off_at, consent })
}
