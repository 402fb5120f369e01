import type { DelegationLevel } from '@muster/contract/analytics'
import { canonicalModel } from '@muster/contract/model-name'
import type { People } from '../../govern/people/people.ts'
import { compareBytes } from '../../ground/platform/byte-order.ts'
import { timesOf } from '../../ground/platform/days.ts'
import type { DayFact, SessionFact } from '../events/fact-shape.ts'
import type { SessionHistory } from '../events/session-history.ts'
import { type Fact, helperCall } from '../events/usage-event.ts'
import { plus } from './counts.ts'
import { addModelCalls } from './model-use.ts'
import { addNames, type NameCounts, noNames } from './name-counts.ts'
import { type PersonDay, peopleOfDay } from './person-day.ts'
import { SessionClients } from './session-clients.ts'
import { levelNamed, SessionLevels } from './session-levels.ts'

export interface SessionDay {
  toolCalls: number
  userTurns: number
  notifications: number
}

/** A day's facts, added up once in every way that some row needs. All of its sums are integers. */
export interface DayTally extends NameCounts {
  /** Everybody with events on the day, active or not, by id in byte order. */
  readonly persons: readonly PersonDay[]
  readonly sessions: ReadonlyMap<string, SessionDay>
}

/** Adds up facts in any order and keeps none of them: memory grows with names, users and sessions, not with facts. */
export function createTally(
  people: People,
  day: string,
  history: SessionHistory = noHistory,
): { add(fact: DayFact): void; finish(): DayTally } {
  const persons = peopleOfDay(people)
  const levels = new SessionLevels(history.starts)
  const clients = new SessionClients<PersonDay>()
  /** The sessions that each person starts. */
  const starts = new Map<PersonDay, Set<string>>()
  /** Tool calls without a level, by session. Their level is known only after all facts were read. */
  const callsWithoutLevel = new Map<string, Map<PersonDay, number>>()
  const sessions = new Map<string, SessionDay>()
  /** Sessions in which a user wrote or a model was called. */
  const begun = new Set<string>()
  const names = noNames()
  const commits = new Map<string, PersonDay>()
  const pullRequests = new Map<string, PersonDay>()

  return { add: addFact, finish }

  function addFact(fact: DayFact): void {
    if (fact.about === 'sessions') {
      addToSession(fact)
      return
    }
    // Skips facts without a quantity or tokens. Some model calls have tokens but no number of calls.
    if (fact.quantity === 0 && fact.inputTokens + fact.outputTokens + fact.billableTokens === 0) return
    if (fact.about !== 'names') addToPerson(fact)
    if (fact.about !== 'people') addNames(names, fact)
    if (fact.about === '') addToSession(sessionFactOf(fact))
  }

  function addToPerson(fact: Fact): void {
    const { name, quantity } = fact
    const person = persons.of(fact.user)
    switch (fact.type) {
      case 'message': {
        if (name === 'notification') person.notifications = plus(person.notifications, quantity)
        if (name !== 'user' && name !== 'assistant') break
        const messages = name === 'user' ? 'userMessages' : 'assistantMessages'
        person[messages] = plus(person[messages], quantity)
        break
      }
      case 'model_call':
        addModelCalls(person.models, fact, canonicalModel(name))
        break
      case 'tool_call': {
        const level = levelNamed(fact.extra)
        if (level) person.toolCalls[level] = plus(person.toolCalls[level], quantity)
        if (fact.detail.trim() !== '') person.mcpCalls = plus(person.mcpCalls, quantity)
        break
      }
      case 'skill':
        person.skillCalls = plus(person.skillCalls, quantity)
        break
      case 'slash_command':
        person.slashCommands = plus(person.slashCommands, quantity)
        break
      case 'hook':
        person.hooks = plus(person.hooks, quantity)
        break
      case 'file': {
        if (name !== 'create' && name !== 'edit') break
        const files = name === 'create' ? 'filesCreated' : 'filesEdited'
        person[files] = plus(person[files], quantity)
        if (fact.extra !== '') person.languages.add(fact.extra)
        break
      }
      case 'commit':
        if (name === '') person.gitCommits = plus(person.gitCommits, quantity)
        else claim(commits, name, person)
        break
      case 'pull_request':
        if (name === '') person.gitPrsCreated = plus(person.gitPrsCreated, quantity)
        else claim(pullRequests, name, person)
        break
    }
  }

  function addToSession(fact: SessionFact): void {
    if (fact.reached === 0) return
    if (fact.reached === 3) begun.add(fact.session)
    const person = persons.of(fact.user)
    const session = sessionOf(sessions, fact.session)
    if (fact.reached >= 2) {
      if (session) clients.add(person, fact.session, fact.client)
      else person.clients.add(fact.client)
    }
    if (fact.unleveledCalls > 0) addWithoutLevel(callsWithoutLevel, fact, person)
    if (!session) {
      person.sessions = plus(person.sessions, fact.starts)
      return
    }
    if (fact.starts > 0) (starts.get(person) ?? starts.getOrInsert(person, new Set())).add(fact.session)
    session.userTurns = plus(session.userTurns, fact.userTurns)
    session.notifications = plus(session.notifications, fact.notifications)
    session.toolCalls = plus(session.toolCalls, fact.toolCalls)
  }

  /**
   * A session starts once, on the day of its earliest start, if a user wrote in it or a model was called that day. It
   * has one client.
   */
  function finishSessions(): void {
    const isOfDay = timesOf(day)
    for (const { user, session, client, timeMs } of history.starts) {
      if (isOfDay(timeMs)) continue
      const person = persons.find(user)
      if (!person) continue
      starts.get(person)?.delete(session)
      clients.addEarlier(person, session, client)
    }
    for (const [person, started] of starts) {
      const own = [...started].filter((session) => begun.has(session))
      person.sessions = plus(person.sessions, own.length)
    }
    for (const [person, client] of clients.all()) person.clients.add(client)
  }

  function finish(): DayTally {
    for (const person of persons.all()) person.userMessages = Math.max(0, person.userMessages - person.notifications)
    for (const session of sessions.values()) session.userTurns = Math.max(0, session.userTurns - session.notifications)
    const timed = new Set(history.calls.map(({ session }) => session))
    for (const [session, calls] of callsWithoutLevel) {
      if (timed.has(session)) continue
      for (const [person, quantity] of calls) addCalls(person, levels.only(session), quantity)
    }
    for (const { user, session, timeMs, quantity } of history.calls) {
      addCalls(persons.of(user), levels.at(session, timeMs), quantity)
    }
    finishSessions()
    for (const [, person] of withoutAbbreviations(commits)) person.gitCommits = plus(person.gitCommits, 1)
    for (const person of pullRequests.values()) person.gitPrsCreated = plus(person.gitPrsCreated, 1)
    const inOrder = [...persons.all()].sort((a, b) => compareBytes(a.id, b.id))
    return { persons: inOrder, sessions, ...names }
  }
}

/** A call without any reported level counts as `manual`. */
function addCalls(person: PersonDay, level: DelegationLevel | undefined, quantity: number): void {
  const counted = level ?? 'manual'
  person.toolCalls[counted] = plus(person.toolCalls[counted], quantity)
  if (level === undefined) person.callsOfUnknownLevel = plus(person.callsOfUnknownLevel, quantity)
}

const noHistory: SessionHistory = { starts: [], calls: [] }

/** A session counts as soon as anything of it is reported on the day. */
function sessionOf(sessions: Map<string, SessionDay>, id: string): SessionDay | undefined {
  if (id === '') return undefined
  return sessions.get(id) ?? sessions.getOrInsert(id, { toolCalls: 0, userTurns: 0, notifications: 0 })
}

/**
 * A commit or pull request counts once, however many people report it. It belongs to the reporter with the first id, so
 * that users add up to the total.
 */
function claim(owners: Map<string, PersonDay>, key: string, person: PersonDay): void {
  const owner = owners.get(key)
  if (!owner || compareBytes(person.id, owner.id) < 0) owners.set(key, person)
}

/** Leaves out hashes of which another hash is a prefix: both name the same commit. */
function withoutAbbreviations(owners: ReadonlyMap<string, PersonDay>): [sha: string, PersonDay][] {
  const inOrder = [...owners].sort(([a], [b]) => (a < b ? -1 : 1))
  return inOrder.filter(([sha], index) => !inOrder[index + 1]?.[0].startsWith(sha))
}

function addWithoutLevel(calls: Map<string, Map<PersonDay, number>>, fact: SessionFact, person: PersonDay): void {
  const ofSession = calls.get(fact.session) ?? calls.getOrInsert(fact.session, new Map())
  ofSession.set(person, plus(ofSession.get(person) ?? 0, fact.unleveledCalls))
}

/** The part of a fact about everything that concerns its session. */
function sessionFactOf({ type, name, extra, quantity, ...fact }: Fact): SessionFact {
  const anything = quantity + fact.inputTokens + fact.outputTokens + fact.billableTokens
  // A tool's result is no message and makes nobody active. A notification is a message, but not one of the user.
  const isMessage = type === 'message' && (name === 'user' || name === 'assistant')
  const isBegun = (type === 'message' && name === 'user') || (type === 'model_call' && extra !== helperCall)
  const isActive = isMessage || type === 'session_start' || type === 'model_call' || type === 'tool_call'
  return {
    about: 'sessions',
    ...{ user: fact.user, session: fact.session, client: fact.client },
    reached: anything === 0 ? 0 : isBegun ? 3 : isActive ? 2 : 1,
    starts: type === 'session_start' ? quantity : 0,
    userTurns: type === 'message' && name === 'user' ? quantity : 0,
    notifications: type === 'message' && name === 'notification' ? quantity : 0,
    toolCalls: type === 'tool_call' ? quantity : 0,
    unleveledCalls: type === 'tool_call' && !levelNamed(extra) ? quantity : 0,
  }
}
