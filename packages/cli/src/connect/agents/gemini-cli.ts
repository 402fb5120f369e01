import { access } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Agent, SettingsHome, Target, Wishes } from '../agent.ts'
import { headersOf, headersVariable, keyIn } from '../bearer.ts'
import { lineEdit, variableLine } from '../edits/line-edit.ts'
import { readText } from '../read-text.ts'
import { overriding } from './overriding.ts'
import { afterFunction, type ShellProgram, shellFunction } from './shell-function.ts'

const program: ShellProgram = { name: 'gemini', agent: 'gemini-cli' }

/**
 * Gemini CLI has no setting for headers. It reads variables from the nearest `.env`, which in many projects is not
 * ours. So in a terminal a shell function passes the same variables. The settings do not switch telemetry on by
 * themselves: without the variables it would send without a key, and include the command line.
 */
export const geminiCli: Agent = {
  name: 'Gemini CLI',
  encoding: 'json',
  async edits(place, target, wishes) {
    const variables = variablesOf(target, wishes)
    const lines = Object.entries(variables).map(([name, value]) => variableLine(name, value))
    return [lineEdit(pathOf(place), lines), ...shellFunction(place, program, variables)]
  },
  async find(place) {
    const lines = (await readText(pathOf(place)))?.split('\n') ?? []
    const variableAt = (name: string) =>
      lines.find(variableLine(name, '').is)?.replace(/^[^=]*=\s*"?([^"]*)"?\s*$/, '$1')
    const url = variableAt(endpointVariable)
    const key = keyIn(variableAt(headersVariable) ?? '')
    return url && key ? { url, key } : undefined
  },
  sends: ({ withContent }) =>
    withContent
      ? 'Prompts, answers and arguments of tools are sent. Muster counts commits, pull requests and skills in them, and stores none of them.'
      : 'Prompts, answers and arguments of tools are not sent.',
  afterwards: (place) => afterFunction(place, program),
  async obstacles(place, directory, target) {
    const nearer = await nearerFile(place, directory)
    const hasKey = nearer !== undefined && ((await readText(nearer)) ?? '').includes(target.key)
    const names = Object.keys(variablesOf(target, { withContent: false }))
    return [
      ...(nearer === undefined || hasKey
        ? []
        : [
            `Editors and scripts that start Gemini CLI here have it read ${nearer}, not ${pathOf(place)}; copy its lines.`,
          ]),
      ...overriding(names, place),
    ]
  },
}

const endpointVariable = 'GEMINI_TELEMETRY_OTLP_ENDPOINT'

/** Without the last variable every record would contain the command line, and `gemini -p "…"` contains the prompt. */
function variablesOf({ url, key }: Target, { withContent }: Wishes): Record<string, string> {
  return {
    GEMINI_TELEMETRY_ENABLED: 'true',
    GEMINI_TELEMETRY_TARGET: 'local',
    [endpointVariable]: url,
    GEMINI_TELEMETRY_OTLP_PROTOCOL: 'http',
    GEMINI_TELEMETRY_LOG_PROMPTS: String(withContent),
    [headersVariable]: headersOf(key),
    OTEL_NODE_RESOURCE_DETECTORS: 'env',
  }
}

function pathOf({ home, env }: SettingsHome): string {
  return join(env.GEMINI_CLI_HOME || home, '.gemini', '.env')
}

/** The file of variables that Gemini CLI finds first above a directory, if it is not ours. */
async function nearerFile(place: SettingsHome, start: string): Promise<string | undefined> {
  const ours = pathOf(place)
  for (let directory = start; ; directory = dirname(directory)) {
    for (const path of [join(directory, '.gemini', '.env'), join(directory, '.env')]) {
      if (path === ours) return undefined
      if (await exists(path)) return path
    }
    if (directory === dirname(directory)) return undefined
  }
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
