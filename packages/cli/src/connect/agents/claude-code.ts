import { join } from 'node:path'
import type { Agent, SettingsHome, Target, Wishes } from '../agent.ts'
import { headersOf, headersVariable, keyIn } from '../bearer.ts'
import { jsonEdit, parseSettings, textAt } from '../edits/json-edit.ts'
import { readText } from '../read-text.ts'

/** `env` in the settings of Claude Code overrides the environment in which it was started. */
export const claudeCode: Agent = {
  name: 'Claude Code',
  encoding: 'protobuf',
  async edits(place, target, wishes) {
    return [jsonEdit(pathOf(place), { env: variables(target, wishes) })]
  },
  async find(place) {
    const path = pathOf(place)
    const settings = parseSettings((await readText(path)) ?? '', path)
    const url = textAt(settings, 'env', 'OTEL_EXPORTER_OTLP_ENDPOINT')
    const key = keyIn(textAt(settings, 'env', headersVariable))
    return url && key ? { url, key } : undefined
  },
  sends: ({ withContent }) =>
    withContent
      ? 'Arguments of tools are sent (commands, paths, names of MCP servers and skills); prompts and answers are not.'
      : 'Prompts, answers and arguments of tools are not sent.',
}

function pathOf({ home, env }: SettingsHome): string {
  return join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'settings.json')
}

/** Switches for content are set explicitly, because the shell may export one for another purpose. */
function variables({ url, key }: Target, { withContent }: Wishes): Record<string, string> {
  return {
    CLAUDE_CODE_ENABLE_TELEMETRY: '1',
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_METRICS_EXPORTER: 'otlp',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    [headersVariable]: headersOf(key),
    OTEL_METRICS_INCLUDE_ENTRYPOINT: 'true',
    OTEL_LOG_USER_PROMPTS: '0',
    OTEL_LOG_ASSISTANT_RESPONSES: '0',
    OTEL_LOG_TOOL_DETAILS: withContent ? '1' : '0',
    OTEL_LOG_TOOL_CONTENT: '0',
    OTEL_LOG_RAW_API_BODIES: '0',
  }
}
