import { closest } from './closest.ts'
import type { AnyCommand, Group } from './command.ts'
import { type Failure, usage } from './failure.ts'
import { isGroup, tree } from './tree.ts'

export type Nodes = Readonly<Record<string, Group | AnyCommand>>

/** The command or group that a command line names; an empty path is `muster` itself. */
export interface PointedAt {
  readonly path: readonly string[]
  readonly node: Group | AnyCommand | undefined
}

/** Loads the parts of the tree that these words may name. */
export async function loadNodes(words: readonly string[]): Promise<Nodes> {
  const named = Object.entries(tree).filter(([name]) => words.includes(name))
  return Object.fromEntries(await Promise.all(named.map(async ([name, { load }]) => [name, await load()] as const)))
}

/** Looks up the words of a command line in the tree; an unknown word is an error with a suggestion. */
export function locate(words: readonly string[], nodes: Nodes): PointedAt {
  const [first, second] = commandWords(words)
  if (first === undefined) return { path: [], node: undefined }
  const node = nodes[first]
  if (!node) throw unknown(first, Object.keys(tree), [])
  if (!isGroup(node)) return { path: [first], node }
  const command = second === undefined ? undefined : node.commands[second]
  if (!command && node.default) return { path: [first], node: node.default }
  if (second === undefined) return { path: [first], node }
  if (!command) throw unknown(second, Object.keys(node.commands), [first])
  return { path: [first, second], node: command }
}

/** The words that are not options. `--url` is the only option with a value that may precede the command. */
function commandWords(words: readonly string[]): string[] {
  const end = words.indexOf('--')
  const before = end < 0 ? words : words.slice(0, end)
  return before.filter((word, index) => !word.startsWith('-') && before[index - 1] !== '--url')
}

function unknown(word: string, names: readonly string[], path: readonly string[]): Failure {
  const close = closest(word, names)
  const command = ['muster', ...path]
  if (close)
    return usage(
      `There is no command ${[...command, word].join(' ')}.`,
      `Did you mean \`${[...command, close].join(' ')}\`?`,
    )
  return usage(`There is no command ${[...command, word].join(' ')}.`, `See \`${[...command, '--help'].join(' ')}\`.`)
}
