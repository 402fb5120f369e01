import { optionsHelp, parseOptions, UsageError } from './options.ts'
import type { Suite } from './suite.ts'

const suites: Readonly<Record<string, Suite>> = {
  v0: {
    summary: 'sessions and messages over HTTP, beside a bare server and bare SQL',
    load: () => import('./v0/suite.ts'),
  },
  sessions: {
    summary: 'messages to computers and updates to watchers, beside a bare commit and a bare frame; idle computers',
    load: () => import('./sessions/suite.ts'),
  },
  hooks: {
    summary: 'hook events, beside a bare spawn of the shell and a bare start of Node',
    load: () => import('./hooks/suite.ts'),
  },
  fairness: {
    summary: 'small requests while a day is computed or a large body is read, beside those of a quiet service',
    load: () => import('./fairness/suite.ts'),
  },
  readiness: {
    summary: 'muster readiness on 50,000 files, beside listing them and reading the same bytes',
    load: () => import('./readiness/suite.ts'),
  },
  'readiness-accuracy': {
    summary: 'muster readiness beside what people found in public repositories; needs --repositories',
    load: () => import('./readiness-accuracy/suite.ts'),
  },
  'readiness-kinds': {
    summary:
      'the weights by which muster readiness tells services, tools, libraries and front ends apart; fits and writes them; needs --repositories',
    load: () => import('./readiness-kinds/suite.ts'),
  },
  history: {
    summary: 'muster usage on large histories, the first time and again, beside ccusage and bare reading',
    load: () => import('./history/suite.ts'),
  },
  durable: {
    summary: 'telemetry until it is durable, beside servers that only append and flush; memory and disk afterwards',
    load: () => import('./durable/suite.ts'),
  },
  analytics: {
    summary: 'telemetry in, days computed, numbers out, beside bare decoding, a bare GROUP BY and a bare server',
    load: () => import('./analytics/suite.ts'),
  },
}

const width = Math.max(...Object.keys(suites).map((name) => name.length))
const helpText = `Measures Muster on this machine.

Usage: npm run bench -- <suite> [options]

Suites:
${Object.entries(suites)
  .map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  .join('\n')}

Options:
${optionsHelp}
`

async function main(args: readonly string[]): Promise<void> {
  const { suite: name, help, options } = parseOptions(args)
  if (help) return void process.stdout.write(helpText)
  const suite = name === undefined ? undefined : suites[name]
  if (suite === undefined) throw new UsageError(name === undefined ? 'Name a suite.' : `There is no suite ${name}.`)
  await (await suite.load()).run(options)
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  const isUsage = error instanceof UsageError
  process.stderr.write(isUsage ? `${error.message} Try: npm run bench -- --help\n` : `${stackOf(error)}\n`)
  process.exitCode = isUsage ? 2 : 1
})

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
