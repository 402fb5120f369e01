import type { UsageEventInput } from '@muster/contract/telemetry'
import { createContextWindow } from './context-window.ts'
import type { SessionPlan } from './plan-sessions.ts'
import type { Choice } from './random.ts'
import { createReport } from './report.ts'
import { words } from './teams.ts'
import { chooseMcpTool, chooseTool } from './tools.ts'

/** The fields of an event besides its user and time. */
type Said = UsageEventInput extends infer Each ? (Each extends UsageEventInput ? Omit<Each, Whose> : never) : never
type Whose = 'id' | 'time' | 'userEmail' | 'sessionId' | 'client' | 'agent' | 'agentVersion' | 'repository' | 'branch'

/** `time` is in Unix milliseconds. */
export type DemoEvent = UsageEventInput & { readonly time: number }

const slashCommands: readonly [Choice<string>, ...Choice<string>[]] = [
  ['/clear', 6],
  ['/compact', 4],
  ['/review', 4],
  ['/plan', 3],
  ['/test', 2],
  ['/explain', 1],
]

/** All events of a session that its agent reports, in order. */
export function playSession(plan: SessionPlan): DemoEvent[] {
  const { id, person, client, model, level, random } = plan
  const { team } = person
  const events: DemoEvent[] = []
  const context = createContextWindow(random, model)
  const report = createReport(plan)
  let time = plan.startMs
  let edits = 0

  function say(said: Said): void {
    const whose = { id: `${id}.${events.length}`, time, userEmail: person.reportedEmail, sessionId: id, client }
    events.push({ ...whose, ...report.place, ...said } as DemoEvent)
  }
  function pass(seconds: number): void {
    time += 1 + Math.round(random.around(seconds * 1000))
  }

  function callModel(): void {
    const failure = report.modelFailure()
    if (failure) say({ type: 'model_failure', model: model.id, ...failure })
    const before = time
    pass(9)
    const tokens = context.call()
    say({
      type: 'model_call',
      model: model.id,
      tier: model.tier,
      ...tokens,
      ...report.modelCall(tokens, time - before),
    })
  }

  function useTool(): void {
    const before = time
    pass(4)
    const success = !random.chance(0.04)
    const outcome = { success, ...report.toolCall(success, time - before) }
    if (random.chance(0.07)) {
      const mcpServer = random.pick(team.mcpServers)
      say({ type: 'tool_call', tool: chooseMcpTool(random, mcpServer), mcpServer, autonomyLevel: level, ...outcome })
      return
    }
    const { kind, name } = chooseTool(random, model.agent)
    const refusal = report.refusal()
    if (refusal) say({ type: 'tool_call', tool: name, autonomyLevel: level, ...refusal })
    say({ type: 'tool_call', tool: name, autonomyLevel: level, ...outcome })
    if (!success || (kind !== 'edit' && kind !== 'create')) {
      if (kind === 'run') runHook('PreToolUse', 0.35)
      return
    }
    edits++
    const path = random.weighted(team.files).replaceAll('*', () => random.pick(words))
    say({ type: 'file', operation: kind, path, ...report.lines(kind) })
    runHook('PostToolUse', 0.35)
  }

  function runHook(event: string, chance: number): void {
    for (const hook of team.hooks) if (hook.event === event && random.chance(chance)) say({ type: 'hook', ...hook })
  }

  function takeTurn(): void {
    if (client !== 'non-interactive-cli' && random.chance(0.1)) {
      say({ type: 'slash_command', name: random.weighted(slashCommands) })
    }
    say({ type: 'message', role: 'user' })
    runHook('UserPromptSubmit', 1)
    if (random.chance(0.06)) say({ type: 'skill', name: random.pick(team.skills) })
    const calls = Math.max(1, Math.round(random.around(plan.callsForTurn)))
    for (let call = 0; call < calls; call++) {
      callModel()
      // After the last call the agent answers. Before it, the agent may announce its next step, with several tools at
      // once.
      if (call === calls - 1 && random.chance(0.7)) break
      if (random.chance(0.15)) say({ type: 'message', role: 'assistant' })
      for (let tools = random.between(1, 3); tools > 0; tools--) useTool()
    }
    pass(2)
    say({ type: 'message', role: 'assistant' })
    runHook('Stop', 0.35)
  }

  function deliver(): void {
    if (!team.commits || edits === 0) return
    const commits = random.weighted([
      [0, 25],
      [1, 45],
      [2, 22],
      [3, 8],
    ])
    for (let made = 0; made < commits; made++) {
      pass(20)
      say({ type: 'commit', sha: random.hex(40) })
    }
    if (commits === 0 || !random.chance(0.3)) return
    pass(30)
    say({ type: 'pull_request', url: `https://${report.place.repository}/pull/${plan.pullRequest}` })
  }

  say({ type: 'session_start' })
  for (let turn = 0; turn < plan.turns; turn++) {
    takeTurn()
    // People read, think and talk to each other before they write again.
    pass(240)
  }
  deliver()
  for (const spent of report.activeTimes(time - plan.startMs)) say({ type: 'active_time', ...spent })
  runHook('SessionEnd', 1)
  return events
}
