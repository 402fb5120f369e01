import { parseArgs } from 'node:util'

/** The options of every suite. */
export interface Options {
  /** A smaller database and shorter runs: enough to see that everything works, but not for figures to quote. */
  readonly quick: boolean
  /** Prints only the table for the documentation. */
  readonly markdown: boolean
  /** Where the raw figures are written. */
  readonly json: string | undefined
  /** Measures only the scenarios whose name holds this text. */
  readonly only: string | undefined
  /** A directory for a V8 CPU profile of the service. */
  readonly profile: string | undefined
  /** Where clones of public repositories are, as `owner+name`. */
  readonly repositories: string | undefined
  /** The program of an OpenTelemetry Collector with the OTLP receiver and the file exporter. */
  readonly collector: string | undefined
  /** The program of coder/agentapi. */
  readonly agentapi: string | undefined
}

export const optionsHelp = `  --quick         a smaller database and shorter runs, to see that it works
  --only TEXT     measure only the scenarios whose name holds this text
  --markdown      print only the table for docs/performance.md
  --json FILE     write the raw figures to a file
  --profile DIR   write a V8 CPU profile of the service to a directory (it slows the service down)
  --repositories DIR  where clones of public repositories are, as owner+name (readiness-accuracy, readiness-kinds)
  --collector FILE    the program of an OpenTelemetry Collector that has the file exporter (durable)
  --agentapi FILE     the program of coder/agentapi, beside which sessions are read (sessions)`

/** The command line is wrong; the message says how. */
export class UsageError extends Error {}

export function parseOptions(args: readonly string[]): { suite: string | undefined; help: boolean; options: Options } {
  const { values, positionals } = parsed(args)
  const [suite, extra] = positionals
  if (extra !== undefined) throw new UsageError(`One suite at a time, please: ${extra} is too much.`)
  const { help, quick, markdown, json, only, profile, repositories, collector, agentapi } = values
  return { suite, help, options: { quick, markdown, json, only, profile, repositories, collector, agentapi } }
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        quick: { type: 'boolean', default: false },
        markdown: { type: 'boolean', default: false },
        json: { type: 'string' },
        only: { type: 'string' },
        profile: { type: 'string' },
        repositories: { type: 'string' },
        collector: { type: 'string' },
        agentapi: { type: 'string' },
      },
    })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}
