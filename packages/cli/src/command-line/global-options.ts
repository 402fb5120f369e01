import type { Option } from './command.ts'

/** The options of every command. */
export const globalOptions = {
  url: { type: 'text', summary: 'Address of the service' },
  json: { type: 'flag', summary: 'Print JSON for programs, and nothing else' },
  debug: { type: 'flag', summary: 'Tell every request on stderr (never the key)' },
  help: { type: 'flag', short: 'h', summary: 'Show this help' },
} as const satisfies Record<string, Option>
