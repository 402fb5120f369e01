import type { DelegationLevel } from '@muster/contract/analytics'
import type { ClientType } from '@muster/contract/telemetry'
import type { People } from '../../govern/people/people.ts'
import { compareBytes } from '../../ground/platform/byte-order.ts'
import type { ModelUse } from './model-use.ts'

/** What one person did on one day. */
export interface PersonDay {
  readonly id: string
  email: string | null
  /**
   * The clients on which the person was active: started a session, wrote or got a message, or had a model or tool
   * called.
   */
  readonly clients: Set<ClientType>
  readonly models: ModelUse
  readonly toolCalls: Record<DelegationLevel, number>
  /** Calls without a reported level. They also count as `manual`. */
  callsOfUnknownLevel: number
  readonly languages: Set<string>
  sessions: number
  userMessages: number
  assistantMessages: number
  /** Notifications, which look like messages of the user. */
  notifications: number
  mcpCalls: number
  skillCalls: number
  slashCommands: number
  hooks: number
  filesCreated: number
  filesEdited: number
  gitCommits: number
  gitPrsCreated: number
}

/** Finds or creates the record of the person behind the `user` of an event. */
export function peopleOfDay(people: People): {
  of(user: string): PersonDay
  /** Undefined for a person without events on the day. */
  find(user: string): PersonDay | undefined
  all(): Iterable<PersonDay>
} {
  const byUser = new Map<string, PersonDay>()
  const byId = new Map<string, PersonDay>()
  return {
    of: (user) => byUser.get(user) ?? meet(user),
    find: (user) => byUser.get(user) ?? byId.get(people(user).id),
    all: () => byId.values(),
  }

  function meet(user: string): PersonDay {
    const { id, email } = people(user)
    const known = byId.get(id)
    const person = known ?? newPersonDay(id, email)
    if (known) known.email = firstEmail(known.email, email)
    byUser.set(user, person)
    byId.set(id, person)
    return person
  }
}

/** A person has one e-mail. If two are given, the choice must not depend on their order. */
function firstEmail(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b
  return compareBytes(a, b) <= 0 ? a : b
}

function newPersonDay(id: string, email: string | null): PersonDay {
  return {
    id,
    email,
    clients: new Set(),
    models: new Map(),
    toolCalls: { 'auto-high': 0, 'auto-medium': 0, 'auto-low': 0, spec: 0, manual: 0 },
    callsOfUnknownLevel: 0,
    languages: new Set(),
    sessions: 0,
    userMessages: 0,
    assistantMessages: 0,
    notifications: 0,
    mcpCalls: 0,
    skillCalls: 0,
    slashCommands: 0,
    hooks: 0,
    filesCreated: 0,
    filesEdited: 0,
    gitCommits: 0,
    gitPrsCreated: 0,
  }
}
