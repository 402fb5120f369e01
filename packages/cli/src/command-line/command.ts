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
  /** A command line, and what it does. */
  readonly examples: readonly (readonly [line: string, meaning: string])[]
  readonly run: (args: Args<P, O>, context: Context) => Promise<void>
}

export interface Group {
  readonly summary: string
  /** The command for the group's name alone, with its own arguments. */
  readonly default?: AnyCommand
  readonly commands: Readonly<Record<string, AnyCommand>>
}

export interface Positional {
  readonly summary: string
  readonly optional?: true
  /** Takes all remaining words. */
  readonly many?: true
  readonly choices?: readonly string[]
}

export interface Option {
  readonly summary: string
  /** `text` takes a value, `list` may be repeated, `flag` takes no value. */
  readonly type: 'text' | 'list' | 'flag'
  readonly short?: string
  /** The value's name on the help page, if not the last word of the option's name. */
  readonly value?: string
  readonly required?: true
  readonly choices?: readonly string[]
}

/** A command without argument types; the parser passes the arguments that its definition declares. */
export type AnyCommand = Omit<Command, 'run'> & { readonly run: (args: never, context: Context) => Promise<void> }

/** Checks the definition and infers the argument types of `run`. */
export function command<
  const P extends Record<string, Positional> = Record<never, never>,
  const O extends Record<string, Option> = Record<never, never>,
>(definition: Command<P, O>): AnyCommand {
  return definition
}

/** The usage line of a command with its positionals, such as `create <name>`. */
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
