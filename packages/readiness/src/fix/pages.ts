import { hasTests } from '../judge/special/about-tests.ts'
import { expression } from '../repository/expression.ts'
import { commandsOf } from './commands.ts'
import type { Commands, FixContext } from './fix.ts'
import { needsOf } from './needs.ts'
import { oneTestCommand } from './one-test.ts'
import { partCommands } from './part-commands.ts'
import { applicationLines, leftAlone, otherFolders, plainName, sharedTests } from './what-is-where.ts'

/** AGENTS.md, made of the commands, applications, tests and pages that are there. */
export function agentsPage(context: FixContext): string | undefined {
  const atRoot = commandsOf(context)
  const inParts = Object.keys(atRoot).length > 0 ? [] : partCommands(context)
  if (Object.keys(atRoot).length === 0 && context.applications.length === 0) return undefined
  const oneTest = atRoot.test === undefined ? undefined : oneTestCommand(context, atRoot.test)
  const blocks = [
    ...blockOf({ ...atRoot, ...(oneTest !== undefined && { 'one test': oneTest }) }),
    ...inParts.flatMap(([name, own]) => ['', `In \`${name}\`:`, ...blockOf(own)]),
  ]
  const isTestable = [atRoot, ...inParts.map(([, own]) => own)].some(({ test }) => test !== undefined)
  const needs = needsOf(context)
  const places = [...applicationLines(context), ...otherFolders(context), ...sharedTests(context)]
  const rules = [
    ...(context.repository.has('.gitmodules')
      ? ['- A clone needs its submodules: `git submodule update --init --recursive`.']
      : []),
    ...readFirst(context),
    ...(isTestable
      ? ['- Run the tests before you say that something works.']
      : context.applications.some(hasTests)
        ? []
        : ['- There are no tests yet: say how you checked a change.']),
    ...leftAlone(context),
  ]
  return [
    '# For agents',
    ...(blocks.length > 0 ? ['', '## Commands', ...(needs.length > 0 ? ['', `Needs ${needs.join(', ')}.`] : [])] : []),
    ...blocks,
    ...(places.length > 0 ? ['', '## What is where', '', ...places] : []),
    ...(rules.length > 0 ? ['', '## Rules', '', ...rules] : []),
    '',
  ].join('\n')
}

function blockOf(commands: Commands & { readonly 'one test'?: string }): string[] {
  const named = Object.entries(commands)
  if (named.length === 0) return []
  const widest = Math.min(60, Math.max(...named.map(([, command]) => command.length)))
  return ['', '```sh', ...named.map(([name, command]) => `${command.padEnd(widest)}  # ${name}`), '```']
}

/** Pages for those who change something here. */
const forWorkers = expression(
  'i',
  String.raw`^(\.github\/|docs?\/|documentation\/)?(contributing|develop(ment|ing|er)?|hacking|building|architecture|design`,
  String.raw`|style-?guide|coding-?style|maintain(ers|ing)?)\.(md|rst|adoc|txt)$`,
)

const mostPages = 4

function readFirst({ repository }: FixContext): string[] {
  const pages = repository.paths
    .filter((path) => forWorkers.test(path))
    .sort((a, b) => a.split('/').length - b.split('/').length)
    .slice(0, mostPages)
  return pages.length === 0 ? [] : [`- Read first: ${pages.map((path) => `\`${path}\``).join(', ')}.`]
}

/** ARCHITECTURE.md: which applications there are, and which is made of which. */
export function architecturePage(context: FixContext): string | undefined {
  // Of a single application there is nothing to tell that way.
  if (context.applications.length < 2) return undefined
  const named = context.applications.filter(({ name }) => plainName.test(name))
  const uses = named.flatMap(({ name, parts }) =>
    parts
      .filter((part) => named.some((each) => each.name === part.name))
      .map((part) => `- \`${name}\` is made of \`${part.name}\`.`),
  )
  return [
    '# Architecture',
    '',
    'The applications of this repository, and how they belong together.',
    '',
    ...applicationLines(context),
    ...(uses.length > 0 ? ['', '## Parts', '', ...uses] : []),
    '',
  ].join('\n')
}

/** A skill for the one task that every change ends with. */
export function checkSkill(context: FixContext): string | undefined {
  const commands = Object.values(commandsOf(context))
  if (commands.length === 0) return undefined
  return [
    '---',
    'name: check-a-change',
    'description: Checks a change before it is handed over. Use it at the end of every task that changed code.',
    '---',
    '',
    '# Check a change',
    '',
    'Run these from the root, in this order. Mend what fails, and begin again.',
    '',
    '```sh',
    ...commands,
    '```',
    '',
    'Then read the whole difference once more, and take out what was not asked for.',
    '',
  ].join('\n')
}
