import yargs, { type Argv } from 'yargs'
import { type AnyCommand, flagName, type Option, patternOf } from './command.ts'
import { usage } from './failure.ts'
import { locate, type Nodes } from './locate.ts'
import { isGroup, tree } from './tree.ts'

/** Options that every command has. */
export const globalOptions = {
  url: { type: 'text', summary: 'Address of the service' },
  json: { type: 'flag', summary: 'Print the JSON of the service, and nothing else' },
  debug: { type: 'flag', summary: 'Tell every request on stderr (never the key)' },
  help: { type: 'flag', short: 'h', summary: 'Show this help' },
} as const satisfies Record<string, Option>

export interface Parsed {
  readonly command: AnyCommand
  readonly args: Readonly<Record<string, unknown>>
}

/** Reads a command line; throws a usage failure when it makes no sense. Nothing is run. */
export async function parse(words: readonly string[], nodes: Nodes): Promise<Parsed> {
  const { path, node } = locate(words, nodes)
  if (!node) throw usage('A command is missing.')
  if (isGroup(node)) throw usage(`Say what to do: ${Object.keys(node.commands).join(', ')}.`)
  const parser = createParser(words).parserConfiguration({ ...configuration, 'populate--': true })
  addOptions(parser, node.options ?? {})
  parser.strictOptions().fail((message: string | null, error: Error | undefined) => {
    throw usage(sentence(message ?? error?.message ?? ''))
  })
  const argv: Readonly<Record<string, unknown>> = await parser.parseAsync()
  const given = [argv._, argv['--']].flat().filter((value) => typeof value === 'string')
  return { command: node, args: { ...optionsOf(node, argv), ...positionalsOf(path, node, given.slice(path.length)) } }
}

/** Prints what could come next on a command line, for the completion of shells. */
export async function printCompletions(words: readonly string[], nodes: Nodes): Promise<void> {
  const parser = createParser(words)
  for (const [name, { summary }] of Object.entries(tree)) {
    const node = nodes[name]
    if (!node) parser.command(name, summary)
    else if (!isGroup(node)) addCommand(parser, name, node)
    else {
      parser.command(name, summary, (group) => {
        for (const [verb, command] of Object.entries(node.commands)) addCommand(group, verb, command)
        addOptions(group, node.default?.options ?? {})
        return group
      })
    }
  }
  await parser.parseAsync()
}

const configuration = {
  'camel-case-expansion': false,
  'dot-notation': false,
  'greedy-arrays': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
}

function createParser(words: readonly string[]): Argv {
  const parser = yargs([...words])
    .scriptName('muster')
    .locale('en')
    .parserConfiguration(configuration)
    .exitProcess(false)
    // Its own help and version would also catch a last argument with these names, such as the text of a message.
    .help(false)
    .version(false)
  addOptions(parser, globalOptions)
  return parser
}

/** Only completion needs the tree inside of yargs: its positionals lose a lone dash and what follows `--`. */
function addCommand(parser: Argv, name: string, command: AnyCommand): void {
  parser.command(patternOf(name, command), command.summary, (own) => {
    for (const [key, { summary, choices }] of Object.entries(command.positionals ?? {})) {
      own.positional(key, { type: 'string', describe: summary, ...(choices && { choices }) })
    }
    addOptions(own, command.options ?? {})
    return own
  })
}

function addOptions(parser: Argv, options: Readonly<Record<string, Option>>): void {
  for (const [name, option] of Object.entries(options)) {
    parser.option(flagName(name), {
      describe: option.summary,
      ...(option.type === 'flag' ? { boolean: true } : { string: true, requiresArg: true }),
      ...(option.type === 'list' && { array: true }),
      ...(option.short && { alias: option.short }),
      ...(option.choices && { choices: option.choices }),
      ...(option.required && { demandOption: true }),
    })
  }
}

/** yargs makes a list of whatever is given twice, so that is told apart here. */
function optionsOf(command: AnyCommand, argv: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  const options: Readonly<Record<string, Option>> = { ...globalOptions, ...command.options }
  for (const [name, { type }] of Object.entries(options)) {
    const value = argv[flagName(name)]
    if (type === 'list') args[name] = value ?? []
    else if (Array.isArray(value)) throw usage(`--${flagName(name)} was given more than once.`)
    else args[name] = type === 'flag' ? value === true : value
  }
  return args
}

function positionalsOf(
  path: readonly string[],
  command: AnyCommand,
  given: readonly string[],
): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  let rest = given
  for (const [name, { optional, many, choices }] of Object.entries(command.positionals ?? {})) {
    const values = many ? rest : rest.slice(0, 1)
    rest = rest.slice(values.length)
    if ((values.length === 0 && !optional) || values.includes('')) {
      throw usage(`Something is missing: ${patternOf(['muster', ...path].join(' '), command)}`)
    }
    const wrong = choices && values.find((value) => !choices.includes(value))
    if (wrong !== undefined)
      throw usage(`${JSON.stringify(wrong)} is no ${name}. Choose one of: ${choices?.join(', ')}.`)
    args[name] = many ? values : values[0]
  }
  if (rest.length > 0) throw usage(`Not understood: ${rest.join(' ')}.`)
  return args
}

/** The parser's own words, made into one friendly line. */
function sentence(message: string): string {
  const choices = /Argument: ([\w-]+), Given: (.+), Choices: (.+)/s.exec(message)
  if (choices) {
    return `${choices[2]} is not possible for --${choices[1]}. Choose one of: ${choices[3]?.replaceAll('"', '')}.`
  }
  const missing = /^Missing required arguments?: (.+)/.exec(message)
  if (missing) return `Missing: ${missing[1]?.replace(/[\w-]+/g, '--$&')}.`
  const unfinished = /^Not enough arguments following: (.+)/.exec(message)
  if (unfinished) return `${(unfinished[1]?.length ?? 0) > 1 ? '--' : '-'}${unfinished[1]} needs a value.`
  const unknown = /^Unknown arguments?: (.+)/.exec(message)
  if (unknown) return `Not understood: ${unknown[1]}.`
  return message.replace(/([^.?!])$/, '$1.')
}
