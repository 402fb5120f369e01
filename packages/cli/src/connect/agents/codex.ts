import { join } from 'node:path'
import type { Agent, SettingsHome, Target } from '../agent.ts'
import { keyIn } from '../bearer.ts'
import { objectOf } from '../edits/json-edit.ts'
import { parseToml, tomlEdit } from '../edits/toml-edit.ts'
import { readText } from '../read-text.ts'

/** Enough of an output to contain the exit code, without which failed commands would count as successful. */
const outputBytes = 80

const logsPath = '/v1/logs'

/** Codex needs the full path for each signal. Its spans stay off, because nothing in them is counted. */
export const codex: Agent = {
  name: 'Codex',
  encoding: 'protobuf',
  async edits(place, target, { withContent }) {
    return [
      tomlEdit(pathOf(place), 'otel', {
        log_user_prompt: false,
        log_agent_responses: false,
        tool_result: { max_bytes: withContent ? 8192 : outputBytes },
        exporter: exporter(target, logsPath),
        metrics_exporter: exporter(target, '/v1/metrics'),
      }),
    ]
  },
  async find(place) {
    const path = pathOf(place)
    const otel = objectOf(parseToml((await readText(path)) ?? '', path).otel)
    const http = objectOf(objectOf(otel?.exporter)?.['otlp-http'])
    const endpoint = String(http?.endpoint ?? '')
    const key = keyIn(String(objectOf(http?.headers)?.Authorization ?? ''))
    return endpoint.endsWith(logsPath) && key ? { url: endpoint.slice(0, -logsPath.length), key } : undefined
  },
  sends: ({ withContent }) =>
    withContent
      ? 'Arguments and outputs of tools are sent (commands, patches); prompts and answers are not.'
      : `Prompts and answers are not sent; of outputs only the first ${outputBytes} bytes are, which tell the exit code. Codex always sends the arguments of tools (commands, patches): Muster counts files and commits in them, and stores none of them.`,
}

function pathOf({ home, env }: SettingsHome): string {
  return join(env.CODEX_HOME || join(home, '.codex'), 'config.toml')
}

function exporter({ url, key }: Target, path: string) {
  return {
    'otlp-http': { endpoint: url + path, protocol: 'binary', headers: { Authorization: `Bearer ${key}` } },
  }
}
