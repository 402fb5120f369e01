import { groupBy } from '@muster/contract/group-by'
import type { Application } from '../applications/application.ts'
import { languageNames, languageOf } from '../applications/languages.ts'
import { directoryOf } from '../applications/places.ts'
import { commandsOf } from './commands.ts'
import type { Commands, FixContext } from './fix.ts'
import { partCommands } from './part-commands.ts'

const kindWords = {
  service: 'answers requests',
  frontend: 'has a user interface',
  tool: 'is started by people',
  library: 'is used by code',
  infrastructure: 'describes machines',
} as const

/** AGENTS.md, made of the commands, applications and tests that are there. */
export function agentsPage(context: FixContext): string | undefined {
  const atRoot = commandsOf(context)
  const inParts = Object.keys(atRoot).length > 0 ? [] : partCommands(context)
  if (Object.keys(atRoot).length === 0 && context.applications.length === 0) return undefined
  const blocks = [...blockOf(atRoot), ...inParts.flatMap(([name, own]) => ['', `In \`${name}\`:`, ...blockOf(own)])]
  const hasTests = [atRoot, ...inParts.map(([, own]) => own)].some(({ test }) => test !== undefined)
  return [
    '# For agents',
    '',
    'How this repository is built and checked, and what is where. Keep it short, and true.',
    ...(blocks.length > 0 ? ['', '## Commands', ...blocks] : []),
    ...(context.applications.length > 0 ? ['', '## What is where', '', ...applicationLines(context)] : []),
    '',
    '## Ways of working',
    '',
    `- ${hasTests ? 'Run the tests before you say that something works.' : 'There is no test command yet; say how you checked a change.'}`,
    '- Make small changes, and change nothing that was not asked for.',
    '- Never write secrets into files, logs or commits.',
    ...(isOnGitHub(context)
      ? ['- Open a pull request with `gh pr create`, and read what CI says with `gh run view`.']
      : []),
    '',
  ].join('\n')
}

function blockOf(commands: Commands): string[] {
  const named = Object.entries(commands)
  if (named.length === 0) return []
  const widest = Math.min(48, Math.max(...named.map(([, command]) => command.length)))
  return ['', '```sh', ...named.map(([name, command]) => `${command.padEnd(widest)}  # ${name}`), '```']
}

/** ARCHITECTURE.md: which applications there are, and which is made of which. */
export function architecturePage(context: FixContext): string | undefined {
  // Of a single application there is nothing to tell that way.
  if (context.applications.length < 2) return undefined
  const uses = context.applications.flatMap(({ name, parts }) =>
    parts.map((part) => `- \`${name}\` is made of \`${part.name}\`.`),
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

/** From so many on, packages that stand beside each other are told in one line: nobody reads a list of forty. */
const manyPackages = 5

function applicationLines({ applications }: FixContext): string[] {
  const isFew = applications.length < manyPackages
  const groups = groupBy(applications, ({ name, language, kind }) => `${directoryOf(name)}|${language}|${kind}`)
  return [...groups.values()]
    .flatMap((group) => {
      const [{ name, language, kind }] = group as [Application, ...Application[]]
      const directory = directoryOf(name)
      if (group.length < manyPackages || directory === '')
        return group.map(
          (each) => `- \`${each.name}\`: ${languageNameOf(each)}, ${kindWords[kind]}${isFew ? placesOf(each) : ''}`,
        )
      return [`- \`${directory}/\`: ${group.length} packages of ${languageNames[language]}; each ${kindWords[kind]}`]
    })
    .slice(0, 40)
}

/** C and C++ share their tools, but nobody takes the one for the other. */
function languageNameOf(app: Application): string {
  const isC = app.language === 'cpp' && mainSources(app).every((path) => /\.[ch]$/.test(path))
  return isC ? 'C' : languageNames[app.language]
}

function mainSources({ language, sources }: Application): string[] {
  return sources.filter((path) => languageOf(path) === language)
}

/** The folders with most of the source, and those of the tests if they are elsewhere. */
function placesOf(app: Application): string {
  const source = foldersOf(app, mainSources(app)).filter((folder) => !/(^|\/)(\.[^/]*|tests?|specs?)$/i.test(folder))
  const tests = foldersOf(app, app.tests).filter((folder) => !source.includes(folder))
  const named = (what: string, folders: readonly string[]) =>
    folders.length === 0 ? '' : `; ${what} in ${folders.map((each) => `\`${each}/\``).join(', ')}`
  return named('source', source) + named('tests', tests)
}

const mostFolders = 4

function foldersOf({ directory }: Application, paths: readonly string[]): string[] {
  const start = directory ? directory.length + 1 : 0
  const inFolders = paths.filter((path) => path.indexOf('/', start) > 0)
  const groups = groupBy(inFolders, (path) => path.slice(0, path.indexOf('/', start)))
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([folder]) => folder)
    .filter((folder) => /^[\w.@+/-]+$/.test(folder))
    .slice(0, mostFolders)
}

function isOnGitHub({ repository }: FixContext): boolean {
  return (
    repository.paths.some((path) => path.startsWith('.github/')) || /github\.com/.test(repository.git.remoteUrl ?? '')
  )
}
