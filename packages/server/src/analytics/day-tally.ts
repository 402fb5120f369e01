import type { DelegationLevel } from '@muster/contract/analytics'
import { canonicalModel } from '@muster/contract/model-name'
import type { SessionHistory } from '../events/session-history.ts'
import type { Fact } from '../events/usage-event.ts'
import type { People } from '../people/people.ts'
import { compareBytes } from '../platform/byte-order.ts'
import { dayOf } from '../platform/days.ts'
import { add, type Counts, plus } from './counts.ts'
import { addModelCalls } from './model-use.ts'
import { type PersonDay, peopleOfDay } from './person-day.ts'
import { SessionClients } from './session-clients.ts'
import { levelNamed, SessionLevels } from './session-levels.ts'

export interface SessionDay {
  toolCalls: number
  userTurns: number
  notifications: number
}

/** Event, then matcher, then command. */
export type HookCounts = Map<string, Map<string, Counts>>

/** The facts of a day, added up once in every way that a row needs. All sums are integers. */
export interface DayTally {
  /** Everybody who occurs, active or not, in the byte order of ids. */
  readonly persons: readonly PersonDay[]
  readonly sessions: ReadonlyMap<string, SessionDay>
  readonly tools: Counts
  /** As spelled by senders, trimmed. */
  readonly mcpServers: Counts
  readonly skills: Counts
  readonly slashCommands: Counts
  readonly hooks: HookCounts
  readonly extensions: Counts
  readonly languages: Counts
}

/** Adds up facts in any order and keeps none of them: memory grows with names, users and sessions, not with facts. */
export function createTally(
  people: People,
  day: string,
  history: SessionHistory = noHistory,
): { add(fact: Fact): void; finish(): DayTally } {
  const persons = peopleOfDay(people)
  const levels = new SessionLevels(history.starts)
  const clients = new SessionClients<PersonDay>()
  /** Which sessions each person starts. */
  const starts = new Map<PersonDay, Set<string>>()
  /** Tool calls without a level, by session. The level in force is known after all facts. */
  const callsWithoutLevel = new Map<string, Map<PersonDay, number>>()
  const sessions = new Map<string, SessionDay>()
  const tools: Counts = new Map()
  const mcpServers: Counts = new Map()
  const skills: Counts = new Map()
  const slashCommands: Counts = new Map()
  const hooks: HookCounts = new Map()
  const extensions: Counts = new Map()
  const languages: Counts = new Map()
  const commits = new Map<string, PersonDay>()
  const pullRequests = new Map<string, PersonDay>()

  return { add: addFact, finish }

  function addFact(fact: Fact): void {
    const { client, name, detail, extra, quantity } = fact
    // Skip facts with quantity 0. A model call may report tokens without the number of calls.
    if (quantity === 0 && fact.inputTokens + fact.outputTokens + fact.billableTokens === 0) return
    const person = persons.of(fact.user)
    const session = sessionOf(sessions, fact.session)
    const isActive = () => {
      if (session) clients.add(person, fact.session, client)
      else person.clients.add(client)
    }
    switch (fact.type) {
      case 'session_start':
        isActive()
        if (!session) person.sessions = plus(person.sessions, quantity)
        else (starts.get(person) ?? starts.getOrInsert(person, new Set())).add(fact.session)
        break
      case 'message': {
        // One of the messages was not written by the user: the agent wrote it to itself.
        if (name === 'notification') {
          person.notifications = plus(person.notifications, quantity)
          if (session) session.notifications = plus(session.notifications, quantity)
        }
        // The result of a tool is not a message, and makes nobody active.
        if (name !== 'user' && name !== 'assistant') break
        isActive()
        const messages = name === 'user' ? 'userMessages' : 'assistantMessages'
        person[messages] = plus(person[messages], quantity)
        if (session && name === 'user') session.userTurns = plus(session.userTurns, quantity)
        break
      }
      case 'model_call':
        isActive()
        addModelCalls(person.models, fact, canonicalModel(name))
        break
      case 'tool_call': {
        isActive()
        const level = levelNamed(extra)
        if (level) person.toolCalls[level] = plus(person.toolCalls[level], quantity)
        else addWithoutLevel(callsWithoutLevel, fact, person)
        if (session) session.toolCalls = plus(session.toolCalls, quantity)
        add(tools, name, quantity)
        const server = detail.trim()
        if (server === '') break
        person.mcpCalls = plus(person.mcpCalls, quantity)
        add(mcpServers, server, quantity)
        break
      }
      case 'skill':
        person.skillCalls = plus(person.skillCalls, quantity)
        add(skills, name, quantity)
        break
      case 'slash_command':
        person.slashCommands = plus(person.slashCommands, quantity)
        add(slashCommands, name, quantity)
        break
      case 'hook':
        person.hooks = plus(person.hooks, quantity)
        addHook(hooks, fact)
        break
      case 'file': {
        if (name !== 'create' && name !== 'edit') break
        const files = name === 'create' ? 'filesCreated' : 'filesEdited'
        person[files] = plus(person[files], quantity)
        add(extensions, detail, quantity)
        if (extra === '') break
        person.languages.add(extra)
        add(languages, extra, quantity)
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

  /** A session starts once, on the day of its earliest start, and has one client. */
  function finishSessions(): void {
    for (const { user, session, client, timeMs } of history.starts) {
      if (dayOf(timeMs) === day) continue
      const person = persons.find(user)
      if (!person) continue
      starts.get(person)?.delete(session)
      clients.addEarlier(person, session, client)
    }
    for (const [person, sessions] of starts) person.sessions = plus(person.sessions, sessions.size)
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
    return { persons: inOrder, sessions, tools, mcpServers, skills, slashCommands, hooks, extensions, languages }
  }
}

/** A level that nobody reported is `manual`. */
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
 * A commit or pull request counts once, however many report it. It belongs to the reporter whose id comes first, so
 * that users add up to the total.
 */
function claim(owners: Map<string, PersonDay>, key: string, person: PersonDay): void {
  const owner = owners.get(key)
  if (!owner || compareBytes(person.id, owner.id) < 0) owners.set(key, person)
}

/** Hashes without those that another hash begins with: they name the same commit. */
function withoutAbbreviations(owners: ReadonlyMap<string, PersonDay>): [sha: string, PersonDay][] {
  const inOrder = [...owners].sort(([a], [b]) => (a < b ? -1 : 1))
  return inOrder.filter(([sha], index) => !inOrder[index + 1]?.[0].startsWith(sha))
}

function addWithoutLevel(calls: Map<string, Map<PersonDay, number>>, { session, quantity }: Fact, person: PersonDay) {
  const ofSession = calls.get(session) ?? calls.getOrInsert(session, new Map())
  ofSession.set(person, plus(ofSession.get(person) ?? 0, quantity))
}

function addHook(hooks: HookCounts, { name: event, detail: matcher, extra: command, quantity }: Fact): void {
  const matchers = hooks.get(event) ?? hooks.getOrInsert(event, new Map())
  const commands = matchers.get(matcher) ?? matchers.getOrInsert(matcher, new Map())
  add(commands, command, quantity)
}
