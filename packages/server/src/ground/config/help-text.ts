import { settings } from './settings.ts'

export function helpText(): string {
  const width = Math.max(...Object.keys(settings).map((name) => name.length))
  const lines = Object.entries(settings).map(([name, { default: fallback, help }]) => {
    const note = fallback ? ` (${fallback})` : ''
    return `  ${name.padEnd(width)}  ${help}${note}`
  })
  return `Muster: know, run, govern and prepare for coding agents.

Usage: npm start [-- --demo | --help | --version | new-owner-key EMAIL | backup FILE | restore FILE | move-events]

  --demo         Fills an organization of its own, in ./data-demo, with made-up people and their usage, from 2026-01-14
                 to yesterday.
  backup FILE    Writes everything to a file, also while the service runs. Keep it safe: it holds secret.key.
  restore FILE   Makes an installation of such a file, in an empty data directory.
  move-events    Moves the usage events from the data directory to ClickHouse at CLICKHOUSE_URL. Stop the service first.
  new-owner-key  Makes a key for an owner who lost theirs, whether the service runs or not.

Settings come from the environment; defaults are in parentheses:
${lines.join('\n')}
`
}
