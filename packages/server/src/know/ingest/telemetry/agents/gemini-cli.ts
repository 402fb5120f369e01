import { redactSecrets } from '@muster/contract/redact-secrets'
import { keptCommandLength } from '../../bounds.ts'
import { text } from '../attributes.ts'
import { byEventName, defineAgent } from './agent.ts'
import {
  apiError,
  apiRequest,
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

type Key = FamilyKey | 'hook_event_name' | 'hook_name'

/** File operations do not include the edit tool, so its calls are counted as edits. */
const editTools = new Set(['replace', 'edit'])

/**
 * Gemini CLI. Everything comes from logs. Metrics are running totals of the same, spans repeat the logs, and
 * `gen_ai.client.inference.operation.details` repeats the API responses.
 */
export const geminiCli = defineAgent<Key>({
  name: 'gemini-cli',
  keys: [...familyKeys, 'hook_event_name', 'hook_name'],
  log(log, into) {
    handlers.get(text(log, 'event.name'))?.(log, into)
  },
})

const handlers = byEventName<Key>({
  'gemini_cli.config': sessionStart,
  'gemini_cli.user_prompt': userPrompt,
  'gemini_cli.api_request': apiRequest,
  'gemini_cli.api_response': apiResponse,
  'gemini_cli.api_error': apiError,
  'gemini_cli.slash_command': slashCommand,
  'gemini_cli.tool_call': (log, into) => toolCall(log, editTools, into),
  'gemini_cli.file_operation'(log, into) {
    if (!editTools.has(text(log, 'tool_name'))) fileOperation(log, into)
  },
  'gemini_cli.hook_call'(log, into) {
    const { key, ...rest } = base(log)
    const name = text(log, 'hook_event_name')
    // A hook without a name is identified by its command.
    const extra = redactSecrets(text(log, 'hook_name')).slice(0, keptCommandLength).toWellFormed()
    into.event({ ...rest, key: [...key, name, extra], type: 'hook', name, extra })
  },
})
