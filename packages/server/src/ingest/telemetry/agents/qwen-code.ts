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
 * Qwen Code. Everything comes from logs but hooks, which only spans tell of; metrics and other spans repeat the logs.
 * Its background agents for memory spend tokens too, and these count.
 *
 * It writes a hook's span also when no hook was set for the event, as one that failed. Only those that succeeded are
 * sure to have run.
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
