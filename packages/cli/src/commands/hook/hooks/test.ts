import { type HookEvent, hookEvents } from '@muster/contract/hook-events'
import type { Outcome, Raised } from '@muster/hooks'
import { command } from '../../../command-line/command.ts'
import { exitCodes, Failure } from '../../../command-line/failure.ts'
import { parseObject, readJson } from '../../../read-input.ts'
import type { Color } from '../../../terminal/cell.ts'
import type { Output } from '../../../terminal/output.ts'
import { shortPath } from '../../../terminal/short-path.ts'
import { printable } from '../../../terminal/width.ts'
import { openHooks, tellWarnings } from './open-hooks.ts'

export const test = command({
  summary: 'Run the hooks of an event for real, and show what became of each',
  notes: 'Nothing is reported to the service. Ends with 1 when a hook failed; that a hook blocks is no failure.',
  positionals: { event: { summary: 'The event', choices: hookEvents } },
  options: {
    tool: { type: 'text', summary: 'The name of the tool (default: Bash, for tool events)' },
    input: {
      type: 'text',
      value: 'file',
      summary: 'A file with the JSON object of the event; - is the standard input',
    },
  },
  examples: [
    ['muster hooks test PreToolUse --tool Edit', 'As if the agent were about to edit a file'],
    ['muster hooks test Notification --input event.json', 'With an input of your own'],
  ],
  async run({ event, tool, input }, { out }) {
    const { hooks } = await openHooks()
    const given = input === undefined ? {} : parseObject(await readJson(input), input)
    const fields = { ...sampleOf(event), ...given, ...(tool !== undefined && { tool_name: tool }) }
    const interrupted = new AbortController()
    process.removeAllListeners('SIGINT')
    process.on('SIGINT', () => interrupted.abort())
    const raised = await hooks.raise(event, fields, { signal: interrupted.signal })
    if (out.json) out.data(raised)
    else show(out, raised)
    tellWarnings(out, hooks)
    if (interrupted.signal.aborted) throw new Failure('', exitCodes.interrupted)
    const failed = raised.outcomes.filter((outcome) => !isFine(outcome)).length
    if (failed > 0) throw new Failure(`${failed} of ${raised.outcomes.length} hooks failed.`, exitCodes.refused)
  },
})

/** An example of the fields that an agent sends. */
function sampleOf(event: HookEvent): Record<string, unknown> {
  const common = { session_id: 'muster-hooks-test', permission_mode: 'default' }
  const tool = { tool_name: 'Bash', tool_input: { command: 'echo hello' } }
  const samples: Readonly<Record<HookEvent, Record<string, unknown>>> = {
    PreToolUse: tool,
    PostToolUse: { ...tool, tool_response: { stdout: 'hello\n' } },
    UserPromptSubmit: { prompt: 'Say hello.' },
    Notification: { message: 'The agent waits for you.' },
    Stop: {},
    SubagentStop: {},
    PreCompact: { trigger: 'manual' },
    SessionStart: { source: 'startup' },
    SessionEnd: { reason: 'other' },
  }
  return { ...common, ...samples[event] }
}

function show(out: Output, raised: Raised): void {
  if (raised.outcomes.length === 0) return void out.note(`No hook runs for ${raised.event} with this input.`)
  for (const outcome of raised.outcomes) showOutcome(out, outcome)
  out.text(out.paint(sentence(raised), 'bold'))
  const rest: readonly (readonly [string, readonly string[]])[] = [
    ['For the agent', [...raised.feedback, ...raised.additionalContext]],
    ['For the user', raised.systemMessages],
    ['New input', raised.updatedInput ? [JSON.stringify(raised.updatedInput)] : []],
  ]
  for (const [label, texts] of rest) for (const text of texts) out.text(`${label}: ${printable(text)}`)
}

function showOutcome(out: Output, outcome: Outcome): void {
  const [word, color] = statusOf(outcome)
  const place = `${shortPath(outcome.file)}${outcome.matcher ? `, matcher ${outcome.matcher}` : ''}`
  out.text(`${out.paint(word, color)}  ${printable(outcome.command)}`)
  out.text(out.paint(`  ${Math.round(outcome.durationMs)} ms, from ${place}`, 'dim'))
  if (outcome.error) out.text(`  ${printable(outcome.error)}`)
  for (const [name, text] of [
    ['stdout', outcome.stdout],
    ['stderr', outcome.stderr],
  ] as const) {
    for (const line of printable(text).trimEnd().split('\n'))
      if (text !== '') out.text(`  ${out.paint(name, 'dim')}  ${line}`)
  }
  if (outcome.truncated) out.text('  (It printed more than is kept.)')
  for (const complaint of outcome.answer.complaints ?? []) out.text(`  ${out.paint(complaint, 'yellow')}`)
}

function statusOf(outcome: Outcome): readonly [string, Color] {
  const { decision, timedOut, aborted, error, signal, exitCode, timeoutMs } = outcome
  if (aborted) return ['interrupted', 'yellow']
  if (error !== undefined) return ['not started', 'red']
  if (timedOut) return [`timed out after ${timeoutMs / 1000} s`, 'red']
  if (signal) return [`ended by ${signal}`, 'red']
  if (decision === 'block') return ['blocks', 'yellow']
  if (decision === 'halt') return ['halts', 'yellow']
  if (exitCode !== 0) return [`exit code ${exitCode}`, exitCode === 2 ? 'yellow' : 'red']
  return decision === 'none' ? ['ok', 'green'] : [decision, 'green']
}

function isFine({ error, timedOut, aborted, exitCode }: Outcome): boolean {
  return error === undefined && !timedOut && !aborted && (exitCode === 0 || exitCode === 2)
}

function sentence({ event, isBlocked, reason, isHalted, stopReason, permission }: Raised): string {
  if (isBlocked) return `${event} is blocked: ${printable(reason ?? '')}`
  if (isHalted) return `The agent has to end its work: ${printable(stopReason ?? '')}`
  if (permission) return `The tool is ${permission === 'allow' ? 'allowed without asking' : 'asked for'}.`
  return `${event} goes on.`
}
