import type { Agent } from '../agent.ts'
import { headersOf, headersVariable } from '../bearer.ts'
import { afterFunction, findInFunction, type ShellProgram, shellFunction } from './shell-function.ts'

const program: ShellProgram = { name: 'copilot', agent: 'copilot' }

/** Its settings file has no field for an address: Copilot CLI reads it from the environment. */
export const copilot: Agent = {
  name: 'Copilot CLI',
  encoding: 'protobuf',
  async edits(place, { url, key }, { withContent }) {
    return shellFunction(place, program, {
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      [headersVariable]: headersOf(key),
      OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: String(withContent),
    })
  },
  find: (place) => findInFunction(place, program),
  sends: ({ withContent }) =>
    withContent
      ? 'Prompts, answers and arguments of tools are sent. Muster counts files, commits, pull requests and MCP servers in them, and stores none of the rest.'
      : 'Prompts, answers and arguments of tools are not sent.',
  afterwards: (place) => afterFunction(place, program),
}
