import type { ContentBlock } from '@muster/contract/message'
import type { TokenUsage } from '@muster/contract/session'
import type { DemoEvent } from '../play-session.ts'
import type { Random } from '../random.ts'
import { type Team, words } from '../teams.ts'
import type { Turn } from './happening.ts'
import { type Exchange, followUps, remarks, thoughts } from './tasks.ts'
import { toolTexts } from './tool-texts.ts'

interface ToldTurn {
  readonly askedAt: number
  readonly text: string
  readonly turn: Turn
  readonly endedAt: number
}

/**
 * Makes the messages of a session from the events that its agent reported: with the same number of messages, model
 * calls and tool calls, and the same tokens, so that the session and analytics agree.
 */
export function transcriptOf(random: Random, team: Team, task: Exchange, events: readonly DemoEvent[]): ToldTurn[] {
  const turns: ToldTurn[] = []
  for (const part of turnsOf(events)) {
    const isFirst = turns.length === 0
    const [asked] = part
    if (!asked) continue
    const { ask, answer } = isFirst ? task : random.pick(followUps)
    turns.push({ askedAt: asked.time, text: ask, ...tellTurn(random, team, part, answer) })
  }
  return turns
}

/** Splits the events at each message of the user. */
function turnsOf(events: readonly DemoEvent[]): DemoEvent[][] {
  const turns: DemoEvent[][] = []
  for (const event of events) {
    if (event.type === 'message' && event.role === 'user') turns.push([event])
    else turns.at(-1)?.push(event)
  }
  return turns
}

function tellTurn(random: Random, team: Team, events: readonly DemoEvent[], answer: string) {
  const messages: Turn['messages'][number][] = []
  let usage: TokenUsage = noUsage
  let model = 'unknown'
  let said: ContentBlock[] = []
  let results: ContentBlock[] = []
  let endedAt = events[0]?.time ?? 0
  const id = (kind: string) => `${kind}_${random.hex(16)}`

  /** Ends the agent's message. The results of its tools are a separate message. */
  function flush(): void {
    if (said.length > 0) messages.push({ role: 'assistant', content: said, at: endedAt })
    if (results.length > 0) messages.push({ role: 'tool', content: results, at: endedAt })
    said = []
    results = []
  }

  const lastAnswer = events.findLast(({ type }) => type === 'message')
  for (const event of events) {
    if (event.type === 'model_call') {
      flush()
      endedAt = event.time
      usage = withCall(usage, event)
      model = event.model
      if (event.thinkingTokens) said.push({ type: 'thinking', id: id('think'), thinking: random.pick(thoughts) })
    } else if (event.type === 'tool_call') {
      endedAt = event.time
      const toolUseId = id('tool')
      const path = random.weighted(team.files).replaceAll('*', () => random.pick(words))
      // Garbled names are for the data quality; in a transcript they would only confuse readers.
      const name = /^\w+$/.test(event.tool) ? event.tool : 'Read'
      const { input, result } = toolTexts(random, name, path, event.success !== false)
      said.push({ type: 'tool_use', id: toolUseId, name, input })
      results.push({
        type: 'tool_result',
        id: id('result'),
        toolUseId,
        content: result,
        ...(event.success === false && { isError: true }),
      })
    } else if (event.type === 'message' && event.role === 'assistant') {
      // The final answer comes after the results of the tools.
      if (event === lastAnswer && results.length > 0) flush()
      endedAt = event.time
      said.push({ type: 'text', id: id('text'), text: event === lastAnswer ? answer : random.pick(remarks) })
    }
  }
  flush()
  return { turn: { messages, usage, model }, endedAt }
}

const noUsage: TokenUsage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
  thinkingTokens: 0,
}

/** Usage events count the cache as a part of the input; a session shows it separately. */
function withCall(usage: TokenUsage, call: Extract<DemoEvent, { type: 'model_call' }>): TokenUsage {
  const { cacheReadTokens = 0, cacheWriteTokens = 0, thinkingTokens = 0 } = call
  return {
    inputTokens: usage.inputTokens + call.inputTokens - cacheReadTokens - cacheWriteTokens,
    outputTokens: usage.outputTokens + call.outputTokens,
    cacheCreationTokens: usage.cacheCreationTokens + cacheWriteTokens,
    cacheReadTokens: usage.cacheReadTokens + cacheReadTokens,
    thinkingTokens: usage.thinkingTokens + thinkingTokens,
  }
}
