import { type AnyCommand, flagName, type Option } from './command.ts'
import type { Context } from './context.ts'
import { globalOptions } from './global-options.ts'
import { locate, type Nodes, type PointedAt } from './locate.ts'
import { namesOf, type Proposal } from './names-of-service.ts'
import { isGroup, tree } from './tree.ts'

/** Prints completions for the typed words, the last of which may be incomplete. It prints no errors into the shell. */
export async function printCompletions(typed: readonly string[], nodes: Nodes, context: Context): Promise<void> {
  const lines = (await proposals(typed, nodes, context))
    // Shells read one proposal per line.
    .filter(({ value }) => /^\P{C}+$/u.test(value))
    .map((one) => lineOf(one, context.env.SHELL))
  if (lines.length > 0) context.out.text(lines.join('\n'))
}

async function proposals(typed: readonly string[], nodes: Nodes, context: Context): Promise<readonly Proposal[]> {
  const before = typed.slice(0, -1)
  const { path, node } = pointedAt(before, nodes)
  if (path === undefined) return []
  const command = node && isGroup(node) ? node.default : node
  const options: Readonly<Record<string, Option>> = { ...globalOptions, ...command?.options }
  const opened = optionNamed(before.at(-1), options)
  if (opened && opened.option.type !== 'flag') return valuesOf(opened.name, opened.option.choices, context)
  if (typed.at(-1)?.startsWith('-')) return flagsOf(options)
  if (node === undefined) return described(tree)
  const verbs = isGroup(node) ? described(node.commands) : []
  return command ? [...verbs, ...(await nextPositional(before, path, command, options, context))] : verbs
}

/** Empty if no command matches the words. */
function pointedAt(words: readonly string[], nodes: Nodes): Partial<PointedAt> {
  try {
    return locate(words, nodes)
  } catch {
    return {}
  }
}

async function nextPositional(
  before: readonly string[],
  path: readonly string[],
  command: AnyCommand,
  options: Readonly<Record<string, Option>>,
  context: Context,
): Promise<readonly Proposal[]> {
  const isValue = (index: number) => (optionNamed(before[index - 1], options)?.option.type ?? 'flag') !== 'flag'
  const words = before.filter((word, index) => !word.startsWith('-') && !isValue(index))
  const all = Object.entries(command.positionals ?? {})
  const next = all[words.length - path.length] ?? all.find(([, { many }]) => many)
  return next ? valuesOf(next[0], next[1].choices, context) : []
}

function optionNamed(word: string | undefined, options: Readonly<Record<string, Option>>) {
  if (!word?.startsWith('-')) return undefined
  const found = Object.entries(options).find(
    ([name, { short }]) => word === `--${flagName(name)}` || word === `-${short}`,
  )
  return found && { name: found[0], option: found[1] }
}

function flagsOf(options: Readonly<Record<string, Option>>): Proposal[] {
  return Object.entries(options).map(([name, { summary }]) => ({ value: `--${flagName(name)}`, about: summary }))
}

function described(commands: Readonly<Record<string, { readonly summary: string }>>): Proposal[] {
  return Object.entries(commands).map(([value, { summary }]) => ({ value, about: summary }))
}

async function valuesOf(
  name: string,
  choices: readonly string[] | undefined,
  context: Context,
): Promise<readonly Proposal[]> {
  return choices?.map((value) => ({ value })) ?? (await namesOf(name, context))
}

/** zsh and fish show a description beside each proposal. */
function lineOf({ value, about = '' }: Proposal, shell = ''): string {
  const words = about.replaceAll(/\s+/g, ' ').trim()
  const isZsh = shell.endsWith('zsh')
  const written = isZsh ? value.replaceAll(':', '\\:') : value
  if (words === '' || !(isZsh || shell.endsWith('fish'))) return written
  return `${written}${isZsh ? ':' : '\t'}${words}`
}
