import { join } from 'node:path'
import type { Agent, SettingsHome, Target, Wishes } from '../agent.ts'
import { headersOf, headersVariable, keyIn } from '../bearer.ts'
import { jsonEdit, parseSettings, textAt } from '../edits/json-edit.ts'
import { readText } from '../read-text.ts'
import { overriding } from './overriding.ts'

/** Qwen Code uses variables from `env` of its settings unless the environment sets them. */
export const qwenCode: Agent = {
  name: 'Qwen Code',
  encoding: 'json',
  async edits(place, target, wishes) {
    return [
      jsonEdit(pathOf(place), {
        telemetry: telemetryOf(target, wishes),
        env: { [headersVariable]: headersOf(target.key) },
      }),
    ]
  },
  async find(place) {
    const path = pathOf(place)
    const settings = parseSettings((await readText(path)) ?? '', path)
    const url = textAt(settings, 'telemetry', 'otlpEndpoint')
    const key = keyIn(textAt(settings, 'env', headersVariable))
    return url && key ? { url, key } : undefined
  },
  sends: ({ withContent }) =>
    withContent
      ? 'Prompts, answers and arguments of tools are sent. Muster stores none of them.'
      : 'Prompts and answers are not sent. Qwen Code always sends the arguments of tools (commands, what is written to files): Muster counts commits in them, and stores none of them.',
  async obstacles(place) {
    const names = ['ENABLED', 'OTLP_ENDPOINT', 'OTLP_PROTOCOL', 'LOG_PROMPTS', 'OUTFILE']
    return overriding([headersVariable, ...names.map((name) => `QWEN_TELEMETRY_${name}`)], place)
  },
}

function pathOf({ home, env }: SettingsHome): string {
  return join(env.QWEN_HOME || join(home, '.qwen'), 'settings.json')
}

function telemetryOf({ url }: Target, { withContent }: Wishes) {
  return {
    enabled: true,
    target: 'local',
    otlpEndpoint: url,
    otlpProtocol: 'http',
    logPrompts: withContent,
    includeSensitiveSpanAttributes: false,
  }
}
