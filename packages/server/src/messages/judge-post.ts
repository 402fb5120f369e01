import type { SessionSettings } from '@muster/contract/session'
import { computerForWork, type WorkComputer } from '../computers/visible-computer.ts'
import { assertCreditsLeft } from '../limits/service.ts'
import { AppError } from '../platform/app-error.ts'
import type { Principal } from '../platform/principal.ts'
import { assertSeesSession } from '../sessions/service.ts'
import type { PostFacts } from './facts-repository.ts'

/** The settings of the session, if the caller may post to it. */
export function settingsForPost(principal: Principal, facts: PostFacts): SessionSettings {
  assertSeesSession(principal, facts)
  const { credits, used } = facts
  if (credits !== null) assertCreditsLeft({ credits, used: used ?? 0 })
  const settings = JSON.parse(facts.settings_text) as SessionSettings
  if (settings.archivedAt !== undefined) {
    throw new AppError('session_archived', 'The session is in the archive, where nothing works on it.')
  }
  return settings
}

/** The computer to which the message moves the session. `undefined` if it stays where it is. */
export function movesTo(facts: PostFacts, wanted: string | undefined): string | undefined {
  if (wanted === undefined || wanted.toLowerCase() === facts.computer_id) return undefined
  if (facts.status !== 'idle') {
    throw new AppError('session_busy', `The session is ${facts.status}; it can change its computer when it is idle.`)
  }
  return wanted
}

/** The computer of the session, if the caller may give it work. */
export function computerOf(principal: Principal, facts: PostFacts): WorkComputer {
  const { computer_id: id, computer_user_id: user_id, computer_name: name, provider_type, cut_off_at } = facts
  if (id === null || user_id === null || name === null || provider_type === null) {
    throw new AppError('session_without_computer', 'The computer of this session was deleted. Name another one.')
  }
  return computerForWork(principal, { id, user_id, name, provider_type, cut_off_at })
}
