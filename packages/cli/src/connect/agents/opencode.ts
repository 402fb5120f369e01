import { join } from 'node:path'
import type { Agent, SettingsHome } from '../agent.ts'
import { headersOf, headersVariable } from '../bearer.ts'
import { jsonEdit, objectOf, parseSettings } from '../edits/json-edit.ts'
import { readText } from '../read-text.ts'
import { afterFunction, findInFunction, type ShellProgram, shellFunction } from './shell-function.ts'

const program: ShellProgram = { name: 'opencode', agent: 'opencode' }

/**
 * opencode has no switch for content, but truncates values to a configured length. A prompt follows opencode's own
 * instructions, far beyond this length; the text that distinguishes a title from an answer precedes it.
 */
const valueLength = 72

export const opencode: Agent = {
  name: 'opencode',
  encoding: 'json',
  async edits(place, { url, key }, { withContent }) {
    return [
      jsonEdit(await settingsPath(place), { experimental: { openTelemetry: true } }),
      ...shellFunction(place, program, {
        OTEL_EXPORTER_OTLP_ENDPOINT: url,
        [headersVariable]: headersOf(key),
        ...(!withContent && { OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: String(valueLength) }),
      }),
    ]
  },
  async find(place) {
    const path = await settingsPath(place)
    const { experimental } = parseSettings((await readText(path)) ?? '', path)
    return objectOf(experimental)?.openTelemetry === true ? findInFunction(place, program) : undefined
  },
  sends: ({ withContent }) =>
    withContent
      ? 'Prompts, answers and arguments of tools are sent. Muster counts files, commits and pull requests in them, and stores none of them.'
      : `opencode has no switch for content, so all values are cut after ${valueLength} characters: prompts are not sent, but the beginnings of answers and of arguments of tools are. Muster stores none of them.`,
  afterwards: (place) => afterFunction(place, program),
}

/** The existing one of the two possible file names. */
async function settingsPath({ home, env }: SettingsHome): Promise<string> {
  const directory = join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode')
  const withComments = join(directory, 'opencode.jsonc')
  return (await readText(withComments)) === undefined ? join(directory, 'opencode.json') : withComments
}
