import type { AgentId } from '@muster/contract/agents'
import { describe, expect, it } from 'vitest'
import type { EventDraft } from '../src/know/ingest/draft.ts'
import { readTelemetry } from '../src/know/ingest/telemetry/read-telemetry.ts'
import { encodeProtobuf } from './fixtures/agents/encode-protobuf.ts'
import { type Recorded, recordedMs, recording, split, totals } from './fixtures/agents/recordings.ts'

/**
 * What the model that the agents spoke to said it used, for every call: 1201 tokens read afresh, 4001 from the cache,
 * 503 written to it (to Claude Code only), 100 of them for an hour, 107 put out, 31 of them (Gemini: beside them) for reasoning. So a call is
 *
 * | | input | output | billable |
 * |---|---|---|---|
 * | Claude Code | 1201 + 4001 + 503 = 5705 | 107 | 5705 + 107 − 3600.9 = 2211.1 → 2211 |
 * | Gemini CLI | 1201 + 4001 = 5202 | 107 + 31 = 138 | 5202 + 138 − 3600.9 = 1739.1 → 1739 |
 * | all others | 5202 | 107 | 5202 + 107 − 3600.9 = 1708.1 → 1708 |
 */
function calls(count: number, kind: 'claude' | 'gemini' | 'other'): Record<string, number> {
  const [input, output, billable] = { claude: [5705, 107, 2211], gemini: [5202, 138, 1739], other: [5202, 107, 1708] }[
    kind
  ]
  const written = kind === 'claude' ? { 'cache write': 503, 'cached for an hour': 100 } : {}
  const tokens = { input, output, 'cache read': 4001, ...written, billable }
  return Object.fromEntries(Object.entries(tokens).map(([name, amount]) => [name, (amount ?? 0) * count]))
}

type Totals = Readonly<Record<string, number>>

/**
 * Counted by hand in the recordings: records by event name, tools by their names, metrics by their points. A missing
 * agent is a type error.
 */
const expected: Readonly<Record<AgentId | 'claude-code-details' | 'codex-git-and-mcp', Totals>> = {
  'claude-code': {
    ...calls(29, 'claude'),
    'model_call claude-opus-5-5 standard': 29,
    // Fourteen prompts: one is `/compact`, and one Claude Code wrote to itself when a background agent ended.
    'message user': 13,
    // Two of the answers are summaries that nobody reads.
    'message assistant': 15,
    // Twelve decisions, of which one was a refusal. One session ran with bypassPermissions, the others with acceptEdits.
    'tool_call Bash auto-low': 4,
    'tool_call Bash auto-high': 1,
    'tool_call Write auto-low': 2,
    'tool_call Edit auto-low': 1,
    'tool_call Skill auto-low': 1,
    'tool_call Agent auto-low': 1,
    'tool_call unknown mcp_tool auto-low': 1,
    'skill custom_skill': 3,
    'slash_command custom': 2,
    'slash_command compact': 1,
    // Thirteen records of which three are of two hooks.
    hook: 16,
    // Thirteen points, of which one is of a session that was continued.
    session_start: 12,
    commit: 1,
    pull_request: 1,
    'file create (none) Python': 1,
    'file edit (none) Python': 1,
    'file create (none) Go': 1,
    'tool_decision Write': 1,
    'message notification': 1,
    'line_change added': 8,
    'line_change removed': 1,
    // Milliseconds, of all points together.
    'active_time agent': 1454,
    'tool_result Bash': 1,
    'tool_result Write': 1,
    'tool_result Edit': 1,
    'tool_result Skill': 1,
    'tool_result Agent': 1,
    'tool_result mcp_tool unknown': 1,
  },
  'claude-code-details': {
    ...calls(6, 'claude'),
    'model_call claude-opus-5-5 standard': 6,
    'message user': 2,
    'tool_call Bash auto-low': 1,
    'tool_call Write auto-low': 1,
    'tool_call Edit auto-low': 1,
    'tool_call demo echo auto-high': 1,
    session_start: 2,
    'file create (none) Python': 1,
    'file edit (none) Python': 1,
    'tool_result Bash': 1,
    'tool_result Write': 1,
    'tool_result Edit': 1,
    'tool_result echo demo': 1,
  },
  codex: {
    ...calls(6, 'other'),
    'model_call gpt-5.5 thinking': 6,
    'message user': 2,
    'message assistant': 6,
    'tool_call exec_command': 2,
    'tool_call apply_patch': 2,
    'file create .py Python': 1,
    'file edit .py Python': 1,
    // never with danger-full-access, and never with workspace-write
    'session_start auto-high': 1,
    'session_start auto-medium': 1,
    'tool_decision apply_patch': 2,
    'tool_decision exec_command': 2,
    // Two runs: 1 SessionStart, 1 UserPromptSubmit, 1 Stop and 1 SessionEnd each; 3 and 1 of PreToolUse and PostToolUse.
    hook: 16,
  },
  'codex-git-and-mcp': {
    ...calls(9, 'other'),
    'model_call gpt-5.5 thinking': 6,
    'model_call gpt-5.1-codex thinking': 3,
    'message user': 5,
    'message assistant': 9,
    'tool_call exec_command': 2,
    'tool_call apply_patch': 1,
    'tool_call demo echo': 1,
    'file create .go Go': 1,
    // `gh pr create` ended with 127, so that there is no pull request.
    commit: 1,
    'session_start auto-high': 5,
  },
  'gemini-cli': {
    ...calls(14, 'gemini'),
    'model_call gemini-2.5-pro thinking': 14,
    'message user': 6,
    'message assistant': 14,
    'tool_call run_shell_command': 3,
    'tool_call write_file': 2,
    'tool_call replace': 1,
    'tool_call activate_skill': 1,
    'tool_call demo echo': 1,
    'skill demo-skill': 1,
    'file create .py Python': 1,
    'file create .go Go': 1,
    'file edit .py Python': 1,
    // Two and three lines of new files. The call that edits tells its line with the file.
    'line_change added': 5,
    commit: 1,
    pull_request: 1,
    hook: 8,
    'session_start auto-high': 5,
    'session_start auto-low': 1,
  },
  'qwen-code': {
    ...calls(15, 'other'),
    'model_call stub-model thinking': 15,
    'message user': 5,
    'message assistant': 15,
    'tool_call run_shell_command': 3,
    'tool_call write_file': 2,
    'tool_call edit': 1,
    'tool_call skill': 1,
    'tool_call tool_search': 1,
    'tool_call demo echo': 1,
    'skill demo-skill': 1,
    'file create .py Python': 1,
    'file create .go Go': 1,
    'file edit .py Python': 1,
    // Two and three lines of new files, and one that takes the place of another.
    'line_change added': 6,
    'line_change removed': 1,
    commit: 1,
    pull_request: 1,
    'session_start auto-high': 5,
  },
  copilot: {
    ...calls(16, 'other'),
    'model_call gpt-5.4 thinking': 16,
    'message user': 6,
    'message assistant': 16,
    'tool_call bash': 7,
    'tool_call skill': 1,
    'tool_call task': 1,
    'tool_call hash:2a97516c354b hash:092c79e8f80e': 1,
    'skill demo-skill': 1,
    session_start: 6,
  },
  opencode: {
    ...calls(9, 'other'),
    'model_call stub-model thinking': 9,
    // Four turns, the last of which was broken off. One of the calls was for a title.
    'message user': 4,
    'message assistant': 8,
    'tool_call bash': 1,
    'tool_call write': 1,
    'tool_call edit': 1,
    'tool_call todowrite': 1,
    'tool_call demo echo': 1,
    'file create .py Python': 1,
    'file edit .py Python': 1,
    session_start: 1,
  },
}

function read(requests: readonly Recorded[], encoding: 'json' | 'protobuf'): EventDraft[] {
  return requests.flatMap(({ signal, request }) => {
    const body = encoding === 'json' ? Buffer.from(JSON.stringify(request)) : encodeProtobuf(signal, request)
    const reading = readTelemetry(signal, body, encoding, recordedMs)
    expect(reading.quarantined).toEqual([])
    expect(reading.unknownTools).toEqual([])
    return [...reading.drafts]
  })
}

/** Always the same order, and none that the records were sent in. */
function shuffled<T>(list: readonly T[]): T[] {
  let seed = 42
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed
  }
  return list
    .map((item) => ({ item, order: random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item)
}

/** What the store would keep: one version of each event, the earliest. */
function stored(drafts: readonly EventDraft[]): EventDraft[] {
  const kept = new Map<string, EventDraft>()
  for (const draft of drafts) {
    const id = `${draft.type}|${draft.key}`
    const other = kept.get(id)
    if (other === undefined || draft.timeMs < other.timeMs) kept.set(id, draft)
  }
  return [...kept.values()].sort((a, b) => (`${a.type}${a.key}` < `${b.type}${b.key}` ? -1 : 1))
}

describe.each(Object.entries(expected))('the recording %s', (name, counted) => {
  const requests = recording(name)
  const once = read(requests, 'json')

  it('gives the numbers that were counted by hand', () => {
    expect(totals(stored(once))).toEqual(counted)
  })

  it('is the same in protobuf', () => {
    expect(read(requests, 'protobuf')).toEqual(once)
  })

  it('is the same in any order, delivered twice, record by record', () => {
    const singles = shuffled(requests.flatMap(split))
    const drafts = stored([...read(singles, 'json'), ...read(shuffled(singles), 'protobuf')])
    expect(totals(drafts)).toEqual(counted)
    expect(drafts).toEqual(stored(once))
  })

  it('names the session of everything except hooks that only a metric reports', () => {
    const without = once.filter((draft) => draft.session === '')
    expect(new Set(without.map((draft) => draft.type))).toEqual(new Set(name === 'codex' ? ['hook'] : []))
  })
})
