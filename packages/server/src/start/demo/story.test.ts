import { RegisterComputer } from '@muster/contract/computer'
import { ControlSettings } from '@muster/contract/controls'
import { ContentBlock } from '@muster/contract/message'
import { scoreOf } from '@muster/contract/readiness/score'
import { PublishReport } from '@muster/contract/readiness-report'
import { SessionSettingsInput } from '@muster/contract/session'
import { toDay, toDayNumber } from '@muster/demo/calendar'
import { demoDays, demoSeed as seed } from '@muster/demo/demo-days'
import { peopleOf } from '@muster/demo/people'
import { castOf } from '@muster/demo/story/cast'
import type { Happening } from '@muster/demo/story/happening'
import { createStory } from '@muster/demo/story/story'
import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, it } from 'vitest'
import { dayOf } from '../../ground/platform/days.ts'

const first = toDayNumber('2026-01-14')
const days = Array.from({ length: 290 }, (_, index) => toDay(first + index))
const story = createStory(seed)
const all = days.flatMap((day) => story(day))

type Kind = Happening['kind']
type Of<K extends Kind> = Extract<Happening, { kind: K }>

function only<K extends Kind>(kind: K, happenings = all): Of<K>[] {
  return happenings.filter((each): each is Of<K> => each.kind === kind)
}

describe('the people of the story', () => {
  it('are of all roles, and those with a limit have no sessions that it could stop', () => {
    expect(new Set(peopleOf(seed).map(({ role }) => role))).toEqual(new Set(['owner', 'manager', 'member', 'guest']))
    const { owners, regulars, limited } = castOf(seed)
    expect(owners.length).toBeGreaterThan(1)
    expect(limited).toHaveLength(7)
    expect(new Set(regulars).intersection(new Set(limited)).size).toBe(0)
  })
})

describe('the story of a day', () => {
  it('is the same whenever it is told, and another for another seed', () => {
    for (const day of ['2026-01-14', '2026-05-13', '2026-09-16']) {
      expect(createStory(seed)(day)).toEqual(story(day))
      expect(createStory('another')(day)).not.toEqual(story(day))
    }
  })

  it('lies on that day, in order of time', () => {
    for (const day of days) {
      const times = story(day).map(({ time }) => time)
      expect(times).toEqual(times.toSorted((a, b) => a - b))
      expect(new Set(times.map(dayOf)).difference(new Set([day]))).toEqual(new Set())
    }
  })

  it('mentions nobody who is not there, and nothing before it was made', () => {
    const emails = new Set(peopleOf(seed).map(({ email }) => email))
    const made = new Set<string>()
    for (const each of all) {
      if (each.by !== undefined) expect(emails).toContain(each.by)
      if (each.kind === 'register_computer') made.add(each.body.name)
      if (each.kind === 'provision_computer') expect(made).toContain(each.name)
      if (each.kind === 'create_key') made.add(`${each.by} ${each.name}`)
      if (each.kind === 'revoke_key') expect(made).toContain(`${each.by} ${each.name}`)
      if (each.kind === 'create_session') {
        expect(made).toContain(each.computer)
        made.add(each.session)
      }
      if (each.kind === 'post_message' || each.kind === 'end_turn') expect(made).toContain(each.session)
    }
  })

  it('has bodies that the interface accepts', () => {
    const faults: unknown[] = []
    const check = (schema: TSchema, value: unknown) => {
      if (!Value.Check(schema, value)) faults.push(...Value.Errors(schema, value))
    }
    for (const { body } of only('register_computer')) check(RegisterComputer, body)
    for (const { settings } of only('replace_controls')) check(ControlSettings, settings)
    for (const { body } of only('publish_report')) check(PublishReport, body)
    for (const { settings } of only('create_session')) check(SessionSettingsInput, settings)
    for (const { turn } of only('end_turn')) {
      for (const { content } of turn.messages) for (const block of content) check(ContentBlock, block)
    }
    expect(faults).toEqual([])
  })

  it('registers computers, of which one fails and one is never finished', () => {
    const computers = only('register_computer')
    const ended = only('provision_computer')
    expect(computers.length).toBeGreaterThan(10)
    expect(computers.length - ended.length).toBe(1)
    expect(ended.filter(({ failure }) => failure !== undefined)).toHaveLength(1)
  })

  it('changes the controls now and then, by several owners', () => {
    const revisions = only('replace_controls')
    expect(revisions.length).toBeGreaterThan(4)
    expect(new Set(revisions.map(({ by }) => by)).size).toBe(3)
    expect(revisions.at(-1)?.settings).toMatchObject({ maxAutonomyLevel: 'high', modelMultipliers: { 'atlas-5': 1.5 } })
  })

  it('judges every repository again and again, and the levels rise', () => {
    const byRepository = Map.groupBy(only('publish_report'), ({ body }) => body.repoUrl)
    expect(byRepository.size).toBeGreaterThan(15)
    const levels = [...byRepository.values()].map((reports) => reports.map(({ body }) => scoreOf(body.report).level))
    for (const each of levels) expect(each).toEqual(each.toSorted())
    expect(levels.filter((each) => (each.at(-1) ?? 1) > (each[0] ?? 1)).length).toBeGreaterThan(levels.length / 2)
    expect(new Set(levels.flat()).size).toBeGreaterThan(3)
  })
})

describe('the sessions of the story', () => {
  it('have tools, thoughts, answers and results, and some are archived', () => {
    const turns = only('end_turn')
    const blocks = turns.flatMap(({ turn }) => turn.messages.flatMap(({ content }) => content))
    expect(new Set(blocks.map(({ type }) => type))).toEqual(new Set(['text', 'thinking', 'tool_use', 'tool_result']))
    for (const { turn } of turns) expect(turn.messages.at(-1)?.content.at(-1)?.type).toBe('text')
    const uses = new Set(blocks.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])))
    for (const block of blocks) if (block.type === 'tool_result') expect(uses).toContain(block.toolUseId)
    const edits = blocks.filter((block) => block.type === 'tool_use' && /^Edit$/.test(block.name))
    for (const edit of edits) {
      const { old_string: before, new_string: after } = edit.type === 'tool_use' ? edit.input : {}
      expect([typeof before, typeof after, before === after]).toEqual(['string', 'string', false])
    }
    expect(edits.length).toBeGreaterThan(100)
    const share = only('archive_session').length / only('create_session').length
    expect(share).toBeGreaterThan(0.2)
    expect(share).toBeLessThan(0.5)
  })

  it('tell the same tokens, messages and tool calls as the events of the demonstration', () => {
    const [from, through] = ['2026-09-14', '2026-09-18']
    const events = [...demoDays(seed, from, through)].flatMap((day) => day.events)
    const bySession = Map.groupBy(events, ({ sessionId }) => sessionId ?? '')
    const told = days.filter((day) => day >= from && day <= through).flatMap((day) => story(day))
    const sessions = Map.groupBy(only('end_turn', told), ({ session }) => session)
    expect(sessions.size).toBeGreaterThan(10)
    for (const [session, turns] of sessions) {
      const own = bySession.get(session) ?? []
      const calls = own.flatMap((event) => (event.type === 'model_call' ? [event] : []))
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
      const usages = turns.map(({ turn }) => turn.usage)
      const input = usages.map((usage) => usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens)
      expect(sum(input)).toBe(sum(calls.map(({ inputTokens }) => inputTokens)))
      expect(sum(usages.map(({ outputTokens }) => outputTokens))).toBe(sum(calls.map((call) => call.outputTokens)))
      const blocks = turns.flatMap(({ turn }) => turn.messages.flatMap(({ content }) => content))
      const count = (type: string) => blocks.filter((block) => block.type === type).length
      expect(count('tool_use')).toBe(own.filter(({ type }) => type === 'tool_call').length)
      const answers = own.filter((event) => event.type === 'message' && event.role === 'assistant')
      expect(count('text')).toBe(answers.length)
      expect(turns).toHaveLength(own.filter((event) => event.type === 'message' && event.role === 'user').length)
    }
  })
})
