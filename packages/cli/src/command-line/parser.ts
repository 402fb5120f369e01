import { parseArgs } from 'node:util'
import { closest } from './closest.ts'
import { type AnyCommand, flagName, type Option, patternOf } from './command.ts'
import { usage } from './failure.ts'
import { globalOptions } from './global-options.ts'
import { locate, type Nodes } from './locate.ts'
import { isGroup } from './tree.ts'

export interface Parsed {
  readonly command: AnyCommand
  readonly args: Readonly<Record<string, unknown>>
}

/** Parses a command line without running it; throws a usage failure if it is invalid. */
export function parse(words: readonly string[], nodes: Nodes): Parsed {
  const { path, node } = locate(words, nodes)
  if (!node) {
    read(words, globalOptions)
    throw usage('A command is missing.')
  }
  if (isGroup(node)) throw usage(`Say what to do: ${Object.keys(node.commands).join(', ')}.`)
  const options: Readonly<Record<string, Option>> = { ...globalOptions, ...node.options }
  const { given, positionals } = read(words, options)
  return {
    command: node,
    args: { ...optionsOf(options, given), ...positionalsOf(path, node, positionals.slice(path.length)) },
  }
}

/** The values of options by name, and the remaining words. */
function read(words: readonly string[], options: Readonly<Record<string, Option>>) {
  const named = new Map(Object.entries(options).map(([name, option]) => [flagName(name), { name, option }]))
  const { tokens } = parseArgs({
    args: [...words],
    // The code below reports faults with our own messages.
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      [...named].map(([flag, { option }]) => [
        flag,
        { type: option.type === 'flag' ? 'boolean' : 'string', ...(option.short && { short: option.short }) },
      ]),
    ),
  })
  const given = new Map<string, string[]>()
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const known = named.get(token.name)
    if (!known) throw unknownOption(token.rawName, [...named.keys()])
    const value = known.option.type === 'flag' ? flagValue(token) : textValue(token)
    given.set(known.name, [...(given.get(known.name) ?? []), value])
  }
  return { given, positionals }
}

interface OptionToken {
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function flagValue({ rawName, value = 'true' }: OptionToken): string {
  if (value !== 'true' && value !== 'false') throw usage(`${rawName} takes no value.`)
  return value
}

/** A word that looks like an option is never a value, so a missing value does not swallow the next option. */
function textValue({ rawName, value, inlineValue }: OptionToken): string {
  if (value === undefined || (!inlineValue && /^--?[a-z]/i.test(value))) throw usage(`${rawName} needs a value.`)
  return value
}

function unknownOption(written: string, flags: readonly string[]) {
  const meant = written.startsWith('--') ? closest(written.slice(2), flags) : undefined
  return usage(`Not understood: ${written}.`, meant && `Did you mean \`--${meant}\`?`)
}

function optionsOf(
  options: Readonly<Record<string, Option>>,
  given: ReadonlyMap<string, readonly string[]>,
): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  const missing = Object.entries(options).filter(([name, { required }]) => required && !given.has(name))
  if (missing.length > 0) throw usage(`Missing: ${missing.map(([name]) => `--${flagName(name)}`).join(', ')}.`)
  for (const [name, { type, choices }] of Object.entries(options)) {
    const values = given.get(name) ?? []
    if (type !== 'list' && values.length > 1) throw usage(`--${flagName(name)} was given more than once.`)
    const wrong = choices && values.find((value) => !choices.includes(value))
    if (wrong !== undefined) {
      const named = `${JSON.stringify(wrong)} is not possible for --${flagName(name)}`
      throw usage(`${named}. Choose one of: ${choices?.join(', ')}.`)
    }
    args[name] = type === 'list' ? values : type === 'flag' ? values[0] === 'true' : values[0]
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
