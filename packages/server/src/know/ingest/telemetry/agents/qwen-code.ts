import { flag, text } from '../attributes.ts'
import { byEventName, defineAgent } from './agent.ts'
import {
  apiError,
  apiResponse,
  base,
  type FamilyKey,
  familyKeys,
  fileOperation,
  sessionStart,
  slashCommand,
  toolCall,
  userPrompt,
} from './gemini-family.ts'

type Key = FamilyKey | 'skill_name' | 'hook_event' | 'tool.name'

/** Qwen Code reports the files of all its tools. */
const noEditTools: ReadonlySet<string> = new Set()

/**
 * Qwen Code. Everything comes from logs except hooks, which only spans report; metrics and other spans repeat the logs.
 * Tokens of its background agents for memory count too.
 *
 * It writes a failed span for an event without hooks. Only hooks that succeeded have certainly run.
 */
export const qwenCode = defineAgent<Key>({
  name: 'qwen-code',
  keys: [...familyKeys, 'skill_name', 'hook_event', 'tool.name'],
  spans: ['qwen-code.hook'],
  log(log, into) {
    handlers.get(text(log, 'event.name'))?.(log, into)
  },
  span(span, into) {
    if (flag(span, 'success') !== true) return
    const session = text(span, 'session.id')
    const { endTimeNs, spanId } = span.record
    const who = { session, client: 'terminal-ui' } as const
    const name = text(span, 'hook_event')
    const detail = text(span, 'tool.name')
    into.event({ key: ['hook', session, spanId, endTimeNs], timeNs: endTimeNs, who, type: 'hook', name, detail })
  },
})

const handlers = byEventName<Key>({
  'qwen-code.config': sessionStart,
  'qwen-code.user_prompt': userPrompt,
  'qwen-code.api_response': apiResponse,
  'qwen-code.api_error': apiError,
  'qwen-code.slash_command': slashCommand,
  'qwen-code.file_operation': fileOperation,
  'qwen-code.tool_call': (log, into) => toolCall(log, noEditTools, into),
  'qwen-code.skill_launch'(log, into) {
    if (flag(log, 'success') === false) return
    const { key, ...rest } = base(log)
    const name = text(log, 'skill_name')
    into.event({ ...rest, key: [...key, name], type: 'skill', name })
  },
})
