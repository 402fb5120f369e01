import type { Context } from './context.ts'

/** A command as data: help, completion and parsing all come from it. Option names are in camelCase here. */
interface Command<
  P extends Record<string, Positional> = Record<string, Positional>,
  O extends Record<string, Option> = Record<string, Option>,
> {
  readonly summary: string
  /** Further sentences for the help page. */
  readonly notes?: string
  /** In their order on the command line. */
  readonly positionals?: P
  readonly options?: O
  /** What to type, and what it does. */
  readonly examples: readonly (readonly [line: string, meaning: string])[]
  readonly run: (args: Args<P, O>, context: Context) => Promise<void>
}

export interface Group {
  readonly summary: string
  /** What the name of the group alone does, with arguments of its own. */
  readonly default?: AnyCommand
  readonly commands: Readonly<Record<string, AnyCommand>>
}

export interface Positional {
  readonly summary: string
  readonly optional?: true
  /** Takes all that is left. */
  readonly many?: true
  readonly choices?: readonly string[]
}

export interface Option {
  readonly summary: string
  /** `text` takes a value, `list` takes one each time it is given, `flag` takes none. */
  readonly type: 'text' | 'list' | 'flag'
  readonly short?: string
  /** What the help page calls the value, if not the last word of the name. */
  readonly value?: string
  readonly required?: true
  readonly choices?: readonly string[]
}

/** A command whose arguments have lost their types; the parser gives it what its data asks for. */
export type AnyCommand = Omit<Command, 'run'> & { readonly run: (args: never, context: Context) => Promise<void> }

/** Checks the definition and types the arguments of `run`. */
export function command<
  const P extends Record<string, Positional> = Record<never, never>,
  const O extends Record<string, Option> = Record<never, never>,
>(definition: Command<P, O>): AnyCommand {
  return definition
}

/** `create <name>`: a command with its positionals, as a usage line. */
export function patternOf(name: string, command: AnyCommand): string {
  const positionals = Object.entries(command.positionals ?? {}).map(([key, { optional, many }]) => {
    const inner = many ? `${key}..` : key
    return optional ? `[${inner}]` : `<${inner}>`
  })
  return [name, ...positionals].join(' ')
}

/** `autonomyLevel` is `--autonomy-level` on the command line. */
export function flagName(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

type Args<P extends Record<string, Positional>, O extends Record<string, Option>> = {
  readonly [Name in keyof P]: PositionalValue<P[Name]>
} & { readonly [Name in keyof O]: OptionValue<O[Name]> }

type PositionalValue<S extends Positional> = S extends { many: true }
  ? readonly Value<S>[]
  : S extends { optional: true }
    ? Value<S> | undefined
    : Value<S>

type OptionValue<S extends Option> = S['type'] extends 'flag'
  ? boolean
  : S['type'] extends 'list'
    ? readonly Value<S>[]
    : S extends { required: true }
      ? Value<S>
      : Value<S> | undefined

type Value<S> = S extends { choices: readonly (infer Choice)[] } ? Choice : string
