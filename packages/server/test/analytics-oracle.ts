import type { Person } from '../src/govern/people/people.ts'
import type { UsageEvent } from '../src/know/events/usage-event.ts'

/** Ways to spell a model, and the one name that it has. */
export const modelSpellings: Readonly<Record<string, string>> = {
  house: 'house',
  ' House': 'house',
  ｚ: 'ｚ',
  '😀': '😀',
  'claude-sonnet-4-5': 'claude-sonnet-4-5',
  'us.anthropic.claude-sonnet-4-5-20250929-v1:0': 'claude-sonnet-4-5',
  'anthropic/claude-sonnet-4-5': 'claude-sonnet-4-5',
}

/**
 * What analytics must answer for a day, straight from the events: plain loops, one number at a time, each as its
 * definition reads. It shares nothing with the service but types, and is as slow as it is simple.
 */
export function oracle(delivered: readonly UsageEvent[], day: string, people: (user: string) => Person) {
  const dayNumber = Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8))) / 86_400_000
  const numberOf = (event: UsageEvent) => Math.floor(event.timeMs / 86_400_000)
  const idOf = (event: UsageEvent) => people(event.user).id

  const somethingHappened = ({ quantity, inputTokens, outputTokens, billableTokens }: UsageEvent) =>
    quantity > 0 || inputTokens > 0 || outputTokens > 0 || billableTokens > 0

  const all: UsageEvent[] = []
  for (const event of delivered) if (!all.some(({ id }) => id === event.id)) all.push(event)
  const events = all.filter((event) => numberOf(event) === dayNumber && somethingHappened(event))

  const isMessage = (event: UsageEvent) => event.type === 'message' && ['user', 'assistant'].includes(event.name)
  const isActive = (event: UsageEvent) =>
    event.type === 'session_start' || isMessage(event) || event.type === 'model_call' || event.type === 'tool_call'
  const activeOver = (days: number) =>
    distinct(
      all
        .filter(
          (event) =>
            isActive(event) &&
            somethingHappened(event) &&
            numberOf(event) <= dayNumber &&
            numberOf(event) > dayNumber - days,
        )
        .map(idOf),
    )
  /** Starts of a session of the last ninety days, this one included. */
  const startsOf = remembered((session: string) =>
    all.filter(
      (event) =>
        event.type === 'session_start' &&
        event.session === session &&
        session !== '' &&
        event.quantity > 0 &&
        numberOf(event) >= dayNumber - 90 &&
        numberOf(event) <= dayNumber,
    ),
  )
  /** Of all clients that somebody's events of a session name, the one that tells most. */
  const clientOf = remembered((event: UsageEvent) => {
    if (event.session === '') return event.client
    const named = [...events.filter(isActive), ...startsOf(event.session)]
      .filter((other) => other.session === event.session && idOf(other) === idOf(event))
      .map(({ client }) => client)
    return ['web', 'non-interactive-cli'].find((client) => named.some((name) => name === client)) ?? 'terminal-ui'
  })
  const clientsOf = (id: string) =>
    ['terminal-ui', 'web', 'non-interactive-cli'].filter((client) =>
      events.some((event) => isActive(event) && idOf(event) === id && clientOf(event) === client),
    )
  const emailOf = (id: string) =>
    distinct(events.filter((event) => idOf(event) === id).flatMap(({ user }) => people(user).email ?? []))[0] ?? null
  const usersOn = (client: string) => activeOver(1).filter((id) => clientsOf(id).includes(client)).length

  const calls = events
    .filter(({ type }) => type === 'model_call')
    .map((event) => ({ ...event, name: modelSpellings[event.name] ?? event.name }))
  const toolCalls = events.filter(({ type }) => type === 'tool_call')
  const mcpCalls = toolCalls.filter(({ detail }) => detail.trim() !== '')
  const skills = events.filter(({ type }) => type === 'skill')
  const slashCommands = events.filter(({ type }) => type === 'slash_command')
  const hooks = events.filter(({ type }) => type === 'hook')
  const files = events.filter(({ type, name }) => type === 'file' && (name === 'create' || name === 'edit'))
  const messages = events.filter(isMessage)
  const userMessages = messages.filter(({ name }) => name === 'user')
  /** A session counts for the first of somebody's starts, and not on a later day. */
  const starts = events.filter((event, index) => {
    if (event.type !== 'session_start' || event.quantity === 0) return false
    if (event.session === '') return true
    const isBegun = events.some(
      ({ type, name, extra, session, quantity, inputTokens, outputTokens, billableTokens }) =>
        session === event.session &&
        quantity + inputTokens + outputTokens + billableTokens > 0 &&
        ((type === 'message' && name === 'user') || (type === 'model_call' && extra !== 'helper')),
    )
    if (!isBegun) return false
    const isOwn = (other: UsageEvent) => idOf(other) === idOf(event)
    const before = startsOf(event.session).some((other) => isOwn(other) && numberOf(other) < dayNumber)
    const sooner = events.slice(0, index).some((other) => startsOf(event.session).includes(other) && isOwn(other))
    return !before && !sooner
  })
  const started = (id?: string) =>
    sum(
      starts.filter((event) => id === undefined || idOf(event) === id),
      (event) => (event.session === '' ? event.quantity : 1),
    )
  /** Of messages that look like somebody's, some are told to be none. */
  const notices = events.filter(({ type, name }) => type === 'message' && name === 'notification')
  const turnsOf = (where: (event: UsageEvent) => boolean) =>
    Math.max(0, count(userMessages, where) - count(notices, where))

  const byModel = (some: UsageEvent[]) =>
    grouped(some, (event) => [event.name, event.detail], billable).map(({ key: [model_id, model_tier], members }) => ({
      model_id,
      model_tier,
      billable_tokens: sum(members, billable),
      input_tokens: sum(members, (event) => event.inputTokens),
      output_tokens: sum(members, (event) => event.outputTokens),
    }))
  const primary = (some: UsageEvent[], keyOf: (event: UsageEvent) => string) => {
    const keys = distinct(some.map(keyOf))
    const amount = (key: string, of: (event: UsageEvent) => number) =>
      sum(
        some.filter((event) => keyOf(event) === key),
        of,
      )
    return keys.sort(
      (a, b) => amount(b, billable) - amount(a, billable) || amount(b, quantity) - amount(a, quantity),
    )[0]
  }

  /** Each with a name once, for whoever's id is first; each without a name as often as it says. */
  const oncePerName = (type: 'commit' | 'pull_request', id: string) => {
    const some = events.filter((event) => event.type === type)
    const all = distinct(some.map(({ name }) => name)).filter((name) => name !== '')
    // The beginning of a hash names the same commit.
    const names = all.filter(
      (name) => type !== 'commit' || !all.some((other) => other !== name && other.startsWith(name)),
    )
    const owned = names.filter((name) => distinct(some.filter((event) => event.name === name).map(idOf))[0] === id)
    return owned.length + count(some, (event) => event.name === '' && idOf(event) === id)
  }
  const everybody = distinct(events.map(idOf))

  const allTurns = sum(everybody, (id) => turnsOf((event) => idOf(event) === id))

  const sessions = distinct(events.map(({ session }) => session)).filter((session) => session !== '')
  const inSession = (some: UsageEvent[], session: string) => count(some, (event) => event.session === session)
  const turnsIn = (session: string) => turnsOf((event) => event.session === session)
  const ratios = sessions
    .filter((session) => turnsIn(session) > 0)
    .map((session) => inSession(toolCalls, session) / turnsIn(session))
    .sort((a, b) => a - b)
  const inAnySession = (event: UsageEvent) => event.session !== ''

  const known = ['auto-high', 'auto-medium', 'auto-low', 'spec', 'manual']
  const levelOf = remembered((event: UsageEvent) => {
    if (known.includes(event.extra)) return event.extra
    const told = startsOf(event.session)
      .filter(({ extra }) => known.includes(extra))
      .sort((a, b) => a.timeMs - b.timeMs || known.indexOf(a.extra) - known.indexOf(b.extra))
    return (told.filter(({ timeMs }) => timeMs <= event.timeMs).at(-1) ?? told[0])?.extra ?? 'unknown'
  })
  const share = (...levels: string[]) =>
    toolCalls.length === 0 ? 0 : count(toolCalls, (event) => levels.includes(levelOf(event))) / count(toolCalls)

  const userRow = (id: string) => {
    const own = (some: UsageEvent[]) => some.filter((event) => idOf(event) === id)
    const model = primary(own(calls), ({ name }) => name) ?? ''
    const tier = primary(
      own(calls).filter(({ name }) => name === model),
      ({ detail }) => detail,
    )
    const atLevel = (level: string) =>
      count(own(toolCalls), (event) => levelOf(event).replace('unknown', 'manual') === level)
    let delegation = 'manual'
    for (const level of ['spec', 'auto-low', 'auto-medium', 'auto-high']) {
      if (atLevel(level) > atLevel(delegation)) delegation = level
    }
    const turns = turnsOf((event) => idOf(event) === id)
    const answers = count(own(messages), ({ name }) => name === 'assistant')
    return {
      user_id: id,
      user_email: emailOf(id),
      date: day,
      tool_calls: count(own(toolCalls)),
      billable_tokens: sum(own(calls), billable),
      primary_model: model,
      primary_model_tier: tier ?? 'standard',
      files_created: count(own(files), ({ name }) => name === 'create'),
      files_edited: count(own(files), ({ name }) => name === 'edit'),
      git_commits: oncePerName('commit', id),
      git_prs_created: oncePerName('pull_request', id),
      mcp_calls: count(own(mcpCalls)),
      skill_calls: count(own(skills)),
      slash_commands: count(own(slashCommands)),
      hooks: count(own(hooks)),
      sessions: started(id),
      messages: turns + answers,
      user_messages: turns,
      assistant_messages: answers,
      autonomy_ratio: turns === 0 ? 0 : count(own(toolCalls)) / turns,
      delegation_level: delegation,
      languages: distinct(own(files).map(({ extra }) => extra)).filter((language) => language !== ''),
    }
  }

  return {
    tokens: {
      date: day,
      billable_tokens: sum(calls, billable),
      input_tokens: sum(calls, (event) => event.inputTokens),
      output_tokens: sum(calls, (event) => event.outputTokens),
      cache_read_tokens: sum(calls, (event) => event.cacheReadTokens),
      cache_write_tokens: sum(calls, (event) => event.cacheWriteTokens),
      by_model: byModel(calls),
      by_user: grouped(calls, (event) => [idOf(event)], billable).map(({ key: [id = ''], members, count }) => ({
        user_id: id,
        user_email: emailOf(id),
        billable_tokens: count,
        by_model: byModel(members),
      })),
    },
    tokensByModel: grouped(calls, ({ name }) => [name], billable).map(({ key: [model], members, count }) => ({
      date: day,
      group_key: model,
      billable_tokens: count,
      input_tokens: sum(members, (event) => event.inputTokens),
      output_tokens: sum(members, (event) => event.outputTokens),
    })),
    tools: {
      date: day,
      tool_calls: count(toolCalls),
      by_tool: grouped(toolCalls, ({ name }) => [name]).map(({ key: [tool], count }) => ({ tool, invocations: count })),
      mcp_users_with_mcp: distinct(mcpCalls.map(idOf)).length,
      mcp_by_server: grouped(mcpCalls, ({ detail }) => [sameServer(detail.trim())])
        .map(({ members, count }) => ({
          server: grouped(members, ({ detail }) => [detail.trim()])[0]?.key[0] ?? '',
          invocations: count,
        }))
        .sort((a, b) => b.invocations - a.invocations || bytes(a.server, b.server)),
      skills_invocations: count(skills),
      skills_by_name: grouped(skills, ({ name }) => [name]).map(({ key: [name], count }) => ({ name, count })),
      slash_commands_invocations: count(slashCommands),
      slash_commands_by_name: grouped(slashCommands, ({ name }) => [name]).map(({ key: [name], count }) => ({
        name,
        count,
      })),
      hooks_invocations: count(hooks),
      hooks_by_event: grouped(hooks, ({ name, detail, extra }) => [name, detail, extra]).map(
        ({ key: [event, matcher, command], count }) => ({ event, matcher, command, count }),
      ),
      web_users: usersOn('web'),
      autonomy_ratio_avg: ratios.length === 0 ? 0 : ratios.reduce((a, b) => a + b, 0) / ratios.length,
      autonomy_ratio_p50: typeSeven(ratios, 50),
      autonomy_ratio_p90: typeSeven(ratios, 90),
      tool_calls_per_session_avg: sessions.length === 0 ? 0 : count(toolCalls, inAnySession) / sessions.length,
      user_turns_per_session_avg: sessions.length === 0 ? 0 : sum(sessions, turnsIn) / sessions.length,
      tool_autonomy_level_ratio: {
        auto_high: share('auto-high'),
        auto_medium: share('auto-medium'),
        auto_low: share('auto-low'),
        manual: share('manual', 'spec', 'unknown'),
      },
      tool_autonomy_unknown_ratio: share('unknown'),
    },
    toolsByName: grouped(toolCalls, ({ name }) => [name]).map(({ key: [tool], count }) => ({
      date: day,
      group_key: tool,
      tool_calls: count,
    })),
    productivity: {
      date: day,
      files_created: count(files, ({ name }) => name === 'create'),
      files_edited: count(files, ({ name }) => name === 'edit'),
      by_extension: grouped(files, ({ detail }) => [detail]).map(({ key: [extension], count }) => ({
        extension,
        count,
      })),
      by_language: grouped(
        files.filter(({ extra }) => extra !== ''),
        ({ extra }) => [extra],
      ).map(({ key: [language], count }) => ({ language, count })),
      git_commits: everybody.reduce((total, id) => total + oncePerName('commit', id), 0),
      git_prs_created: everybody.reduce((total, id) => total + oncePerName('pull_request', id), 0),
    },
    users: activeOver(1).map(userRow),
    active: activeOver(1).map((id) => ({ id, clients: clientsOf(id) })),
    activity: {
      date: day,
      daily_active_users: activeOver(1).length,
      weekly_active_users: activeOver(7).length,
      monthly_active_users: activeOver(30).length,
      daily_active_users_by_client: {
        'terminal-ui': usersOn('terminal-ui'),
        web: usersOn('web'),
        'non-interactive-cli': usersOn('non-interactive-cli'),
      },
      sessions: started(),
      messages: allTurns + count(messages, ({ name }) => name === 'assistant'),
      user_messages: allTurns,
    },
    activityByClient: ['non-interactive-cli', 'terminal-ui', 'web']
      .map((client) => ({ date: day, group_key: client, daily_active_users: usersOn(client) }))
      .filter((row) => row.daily_active_users > 0)
      .sort((a, b) => b.daily_active_users - a.daily_active_users),
  }
}

const billable = (event: UsageEvent) => event.billableTokens
const quantity = (event: UsageEvent) => event.quantity

function bytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'))
}

/** In byte order. */
function distinct(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) === index).sort(bytes)
}

/** The same answer to the same question, found once. */
function remembered<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    if (!known.has(key)) known.set(key, find(key))
    return known.get(key) as Value
  }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  let total = 0n
  for (const item of items) total += BigInt(of(item))
  return Number(total)
}

function count(events: readonly UsageEvent[], where: (event: UsageEvent) => boolean = () => true): number {
  return sum(events.filter(where), quantity)
}

/** The largest first; equal ones by their keys, part by part. */
function grouped(events: readonly UsageEvent[], keyOf: (event: UsageEvent) => string[], amount = quantity) {
  const groups: { key: string[]; members: UsageEvent[] }[] = []
  for (const event of events) {
    const key = keyOf(event)
    const group = groups.find((other) => other.key.every((part, index) => part === key[index]))
    if (group) group.members.push(event)
    else groups.push({ key, members: [event] })
  }
  const byKey = (a: string[], b: string[]) =>
    a.map((part, index) => bytes(part, b[index] ?? '')).find((order) => order !== 0) ?? 0
  return groups
    .map((group) => ({ ...group, count: sum(group.members, amount) }))
    .sort((a, b) => b.count - a.count || byKey(a.key, b.key))
}

function typeSeven(ascending: readonly number[], percent: number): number {
  if (ascending.length === 0) return 0
  const hundredths = (ascending.length - 1) * percent
  const left = ascending[Math.floor(hundredths / 100)] ?? Number.NaN
  const right = ascending[Math.ceil(hundredths / 100)] ?? Number.NaN
  return left + (right - left) * ((hundredths % 100) / 100)
}

/** Spellings of one server, by hand, so that nothing here depends on how the service folds them. */
const sameServers: readonly string[][] = [
  ['github', 'GitHub', 'GITHUB', 'ＧｉｔＨｕｂ'],
  ['strasse', 'Straße', 'STRASSE', 'STRAẞE'],
  ['σίσυφος', 'ΣΊΣΥΦΟΣ', 'Σίσυφος'],
  ['café', 'cafe\u0301', 'CAFÉ'],
  ['ﬁles', 'files', 'FILES'],
  ['z', 'Z', 'ｚ'],
]
export const serverSpellings = [...sameServers.flat(), 'ılk', 'ilk', 'İlk', '😀', 'ﬁ', 'a']

function sameServer(name: string): string {
  const group = sameServers.find((names) => names.includes(name))?.[0]
  return group ?? (/^[a-zA-Z]+$/.test(name) ? name.toLowerCase() : name)
}
