import { wrap } from '../terminal/wrap.ts'
import { type AnyCommand, flagName, type Group, type Option, type Positional, patternOf } from './command.ts'
import { exitCodes } from './failure.ts'
import { globalOptions } from './global-options.ts'
import type { PointedAt } from './locate.ts'
import { isGroup, tree } from './tree.ts'

/** The help page of a command or group, wrapped to a width. */
export function helpText({ path, node }: PointedAt, width: number): string {
  const name = ['muster', ...path].join(' ')
  const sections = node ? (isGroup(node) ? groupHelp(name, node) : commandHelp(name, node)) : rootHelp()
  return sections
    .flatMap(({ title, rows }) => [...(title ? [`${title}:`] : []), ...layOut(rows, width, title), ''])
    .join('\n')
    .trimEnd()
}

interface Section {
  readonly title?: string
  /** A row that is only a text is a paragraph. */
  readonly rows: readonly (readonly [term: string, meaning: string] | string)[]
}

function rootHelp(): Section[] {
  const commands = Object.entries(tree).map(([name, { summary }]) => [name, summary] as const)
  return [
    { rows: ['muster: everything a person does with Muster from a terminal.', 'Usage: muster <command> [options]'] },
    { title: 'Commands', rows: commands },
    { ...globalSection(), rows: [...globalSection().rows, ['    --version', 'Print the version']] },
    { title: 'Environment', rows: environment },
    { title: 'Exit codes', rows: Object.entries(exitMeanings).map(([code, meaning]) => [code, meaning]) },
    exampleSection([
      ['muster usage', 'What your agents used and cost, from this machine alone'],
      ['muster login', 'For all that a service knows: sessions, computers, analytics'],
      ['muster sessions list --help', 'Every command has a page with examples'],
    ]),
  ]
}

function groupHelp(name: string, group: Group): Section[] {
  const rows = Object.entries(group.commands).map(
    ([verb, command]) => [patternOf(verb, command), command.summary] as const,
  )
  const examples = Object.values(group.commands).flatMap((command) => command.examples.slice(0, 1))
  return [
    { rows: [`${group.summary}.`, `Usage: ${name} <command> [options]`] },
    { title: 'Commands', rows },
    globalSection(),
    exampleSection(examples),
  ]
}

function commandHelp(name: string, command: AnyCommand): Section[] {
  const paragraphs = [
    `${command.summary}.`,
    ...(command.notes ? [command.notes] : []),
    `Usage: ${patternOf(name, command)} [options]`,
  ]
  const positionals = Object.entries(command.positionals ?? {}).map(([key, spec]) => [key, withChoices(spec)] as const)
  const options = Object.entries(command.options ?? {}).map(optionRow)
  return [
    { rows: paragraphs },
    ...(positionals.length > 0 ? [{ title: 'Arguments', rows: positionals }] : []),
    ...(options.length > 0 ? [{ title: 'Options', rows: options }] : []),
    globalSection(),
    exampleSection(command.examples),
  ]
}

function globalSection(): Section {
  return { title: 'Options for every command', rows: Object.entries(globalOptions).map(optionRow) }
}

/** Each command line has its own row, so that it can be copied. */
function exampleSection(examples: AnyCommand['examples']): Section {
  return { title: 'Examples', rows: examples.flatMap(([line, meaning]) => [`# ${meaning}`, line]) }
}

const environment = [
  ['MUSTER_API_URL', 'Address of the service'],
  ['MUSTER_API_KEY', 'API key; comes before the stored one'],
  ['MUSTER_APP_URL', 'Address of the application host, if it is another one'],
  ['NO_COLOR', 'No colours'],
] as const

const exitMeanings: Readonly<Record<string, string>> = {
  [exitCodes.ok]: 'Done',
  [exitCodes.refused]: 'The service refused it, or did only a part',
  [exitCodes.usage]: 'The command line is wrong',
  [exitCodes.notLoggedIn]: 'Not logged in, or the key is not valid',
  [exitCodes.notAllowed]: 'Not allowed, or out of credits',
  [exitCodes.notFound]: 'Not found',
  [exitCodes.conflict]: 'In conflict with another change',
  [exitCodes.unreachable]: 'The service cannot be reached, or failed',
  [exitCodes.belowLevel]: 'The repository is below the level of --fail-under',
  [exitCodes.regressed]: 'The repository is worse than its --baseline',
  [exitCodes.timedOut]: 'The agent did not finish within --timeout',
  [exitCodes.interrupted]: 'Interrupted',
}

function optionRow([key, option]: [string, Option]): readonly [string, string] {
  const name = `--${flagName(key)}`
  const short = option.short ? `-${option.short}, ` : '    '
  const value = option.type === 'flag' ? '' : ` ${(option.value ?? lastWord(key)).toUpperCase()}`
  return [short + name + value, withChoices(option)]
}

/** The last word of an option's name is the name of its value: `--spec-mode-model MODEL`. */
function lastWord(key: string): string {
  return flagName(key).split('-').at(-1) ?? ''
}

function withChoices({ summary, choices }: Option | Positional): string {
  return choices ? `${summary}. One of: ${choices.join(', ')}` : summary
}

/** Terms in one column, meanings in the other; paragraphs over the whole width. Examples are never wrapped. */
function layOut(rows: Section['rows'], width: number, title: string | undefined): string[] {
  const terms = rows.flatMap((row) => (typeof row === 'string' ? [] : [row[0].length]))
  const indent = Math.min(Math.max(0, ...terms), 34) + 4
  return rows.flatMap((row, index) => {
    if (typeof row === 'string') {
      if (title) return [...(index > 0 && row.startsWith('#') ? [''] : []), `  ${row}`]
      return [...(index > 0 ? [''] : []), ...wrap(row, width)]
    }
    const [term, meaning] = row
    const [first = '', ...rest] = wrap(meaning, width - indent)
    const head = `  ${term}`
    const lines = head.length + 2 > indent ? [head, ' '.repeat(indent) + first] : [head.padEnd(indent) + first]
    return [...lines, ...rest.map((line) => ' '.repeat(indent) + line)]
  })
}
