import { randomUUIDv7 } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type AutonomyLevel, autonomyLevels } from '@muster/contract/enumerations'
import type { Policy } from '@muster/contract/relay/to-computer'
import { describe, expect, it } from 'vitest'
import type { AgentPreset } from '../src/agent/preset.ts'
import { customAgent, presets } from '../src/agent/presets.ts'
import { FakeRelay } from './fake-relay.ts'
import { scriptedAgent, startDaemon, temporaryHome } from './start-daemon.ts'

/**
 * What becomes of `touch made`. `ran`: nobody was asked. `asked`: it ran because a person said yes. `refused`: it did not
 * run. `ended`: the turn ended with a message, and the agent with it.
 */
type Fate = 'ran' | 'asked' | 'refused' | 'ended'
type Fates = readonly [off: Fate, low: Fate, medium: Fate, high: Fate]

const lists = {
  'no list': {},
  'touch is forbidden': { commandDenylist: ['touch *'] },
  'ls is allowed': { commandAllowlist: ['ls'] },
  'touch is allowed': { commandAllowlist: ['touch *'] },
} satisfies Record<string, Policy>

type Row = Readonly<Record<keyof typeof lists, Fates>>

const always = (fate: Fate): Fates => [fate, fate, fate, fate]
const byLevel: Fates = ['asked', 'asked', 'asked', 'ran']
/** As if there was no list that knows the command. */
const unknown = { 'no list': byLevel, 'ls is allowed': byLevel, 'touch is allowed': byLevel }
const known: Row = { ...unknown, 'touch is forbidden': always('refused'), 'touch is allowed': always('ran') }
const hidden: Row = { ...unknown, 'touch is forbidden': always('asked') }
const told: Row = { ...unknown, 'touch is forbidden': always('ended') }
const taken: Row = { ...told, 'ls is allowed': always('ran') }
const readable: Fates = ['asked', 'ran', 'ran', 'ran']
const unasked: Row = {
  'no list': always('ran'),
  'touch is forbidden': always('ended'),
  'ls is allowed': always('ran'),
  'touch is allowed': always('ran'),
}

const rows: Readonly<Record<string, Row>> = {
  'tells it': known,
  'tells the title only': hidden,
  'gives a wrong title': told,
  'has an empty input': hidden,
  'tells it as JSON in a text': known,
  'tells it in words': hidden,
  'tells it after the answer': told,
  'changes it after the answer': taken,
  'changes its title after the answer': told,
  'says that it reads': {
    ...known,
    'no list': readable,
    'ls is allowed': readable,
  },
  'says that it reads, and no more': {
    'no list': readable,
    'touch is forbidden': always('ended'),
    'ls is allowed': readable,
    'touch is allowed': readable,
  },
  'has a text as input': { ...unknown, 'touch is forbidden': always('refused') },
  'has JSON as input': known,
  'wraps it': { ...known, 'touch is allowed': byLevel },
  'has several commands': { ...known, 'touch is allowed': byLevel },
  'has a list of commands': { ...known, 'touch is allowed': byLevel },
  'has the words apart': known,
  'swaps two calls': taken,
  'runs in spite of the answer': { ...known, 'touch is forbidden': always('ended') },
  'never asks': unasked,
  'never asks, and tells it when it is done': unasked,
}

/** Nothing that such an agent says shows that it did something else. Only confinement keeps it from that. */
const unseen = 'never asks, and says something else'
const unseenOfTitles = 'tells it in words'

/** An agent whose titles are commands is believed until it says something else. */
const { [unseenOfTitles]: _, ...otherRows } = rows
const rowsOfTitles: Readonly<Record<string, Row>> = {
  ...otherRows,
  'tells the title only': known,
  'gives a wrong title': taken,
  'changes its title after the answer': taken,
}

const conversations: Readonly<Record<string, string>> = {
  claude: 'claude-agent-acp',
  codex: 'codex-acp',
  gemini: 'gemini-cli',
  qwen: 'qwen-code',
  opencode: 'opencode',
  copilot: 'copilot',
}

const custom = customAgent('some-agent --acp')
const agents = [...presets, ...(custom ? [custom] : [])]
const rest = agents.filter(({ id }) => id !== 'gemini' && id !== 'some-agent')

async function begin(preset: AgentPreset) {
  const relay = await FakeRelay.start()
  const at = temporaryHome()
  const { daemon } = await startDaemon(relay, at, { preset: scriptedAgent(preset, conversations[preset.id]) })
  const sessionId = randomUUIDv7()
  const made = join(at.folder, 'made')

  /** A turn in which people say yes to everything. */
  async function fateOf(way: string, policy: Policy, autonomyLevel: AutonomyLevel): Promise<Fate> {
    rmSync(made, { force: true })
    relay.policy = policy
    const turnId = relay.prompt(sessionId, way, { autonomyLevel })
    const asked = new Set<string>()
    const isOver = () => {
      const updates = relay.updatesOf(turnId)
      const closed = new Set(updates.flatMap((each) => (each.kind === 'permission_closed' ? [each.permissionId] : [])))
      for (const update of updates) {
        if (update.kind !== 'permission' || asked.has(update.permission.id)) continue
        const permissionId = update.permission.id
        if (closed.has(permissionId)) continue
        asked.add(permissionId)
        relay.send({ type: 'decided', sessionId, turnId, permissionId, optionId: 'yes' })
      }
      return relay.endOf(turnId)
    }
    const end = await relay.until(isOver)
    if (end.outcome !== 'completed') {
      expect(end.error).toContain('The organization forbids the command touch *.')
      return 'ended'
    }
    const byPeople = relay.updatesOf(turnId).flatMap((each) => (each.kind === 'permission_closed' ? [each.status] : []))
    if (!existsSync(made)) return 'refused'
    return byPeople.includes('allowed') ? 'asked' : 'ran'
  }
  return { daemon, relay, fateOf }
}

async function fatesOf(
  preset: AgentPreset,
  ways: readonly string[],
  levels: readonly AutonomyLevel[],
  names: string[],
) {
  const { fateOf, relay } = await begin(preset)
  const found: string[] = []
  for (const [name, policy] of Object.entries(lists)) {
    if (!names.includes(name)) continue
    for (const way of ways) {
      for (const level of levels) found.push(`${way}, ${name}, ${level}: ${await fateOf(way, policy, level)}`)
    }
  }
  expect(relay.faults).toEqual([])
  return found
}

function expected(table: typeof rows, levels: readonly AutonomyLevel[], names: string[]): string[] {
  return Object.keys(lists).flatMap((name) =>
    names.includes(name)
      ? Object.entries(table).flatMap(([way, row]) =>
          levels.map((level) => {
            const fates = row[name as keyof typeof lists]
            return `${way}, ${name}, ${level}: ${fates[autonomyLevels.indexOf(level)]}`
          }),
        )
      : [],
  )
}

const tableOf = ({ titleIsCommand }: AgentPreset) => (titleIsCommand ? rowsOfTitles : rows)

describe('a command that an agent names, hides or changes', () => {
  it.each(
    agents
      .filter((agent) => !rest.includes(agent))
      .flatMap((agent) => Object.keys(lists).map((list) => ({ agent, list }))),
  )('is judged for what it is, at every level: $agent.id, $list', async ({ agent, list }) => {
    const table = tableOf(agent)
    const found = await fatesOf(agent, Object.keys(table), autonomyLevels, [list])
    expect(found).toEqual(expected(table, autonomyLevels, [list]))
  })

  it.each(rest)('is never done unasked when it is forbidden: $id', async (agent) => {
    const [list, levels] = [['touch is forbidden'], ['high'] as const]
    const found = await fatesOf(agent, Object.keys(rows), levels, list)
    expect(found).toEqual(expected(rows, levels, list))
  })

  it('has no cell in which a forbidden command runs without a question and without an end of the turn', () => {
    for (const table of [rows, rowsOfTitles]) {
      for (const row of Object.values(table)) expect(row['touch is forbidden']).not.toContain('ran')
    }
  })

  it.each([
    { id: 'some-agent', way: unseen },
    { id: 'gemini', way: unseenOfTitles },
  ])('is not seen if the agent lies and never tells, which is left to confinement: $id $way', async ({ id, way }) => {
    const agent = agents.find((each) => each.id === id)
    if (!agent) throw new Error(`There is no agent ${id}.`)
    const { fateOf } = await begin(agent)
    expect(await fateOf(way, lists['touch is forbidden'], 'high')).toBe('ran')
  })
})
