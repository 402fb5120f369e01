import yargs, { type Argv, type FallbackCompletionFunction } from 'yargs'
import { type AnyCommand, flagName, type Option, patternOf } from './command.ts'
import { globalOptions } from './global-options.ts'
import type { Nodes } from './locate.ts'
import { isGroup, tree } from './tree.ts'

/** Prints what could come next on a command line, for the completion of shells. */
export async function printCompletions(words: readonly string[], nodes: Nodes): Promise<void> {
  const parser = yargs([...words])
    .scriptName('muster')
    .locale('en')
    .exitProcess(false)
    // Its own help and version would also catch a last argument with these names, such as the text of a message.
    .help(false)
    .version(false)
    .completion('script', false, withoutShortNames)
  addOptions(parser, globalOptions)
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

/** The library also proposes the short names of options behind two dashes, where they mean nothing. */
const withoutShortNames: FallbackCompletionFunction = (_current, _args, propose, done) =>
  propose((_error, found = []) => done(found.filter((line) => !/^--\w(?![\w-])/.test(line))))

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
    })
  }
}
