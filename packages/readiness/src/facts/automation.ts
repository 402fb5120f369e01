import { ciFiles, servingFolders, taskFiles } from '../catalog/automation.ts'
import type { Repository } from '../repository/create-repository.ts'
import { expression } from '../repository/expression.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { directoryOf } from '../repository/places.ts'
import { withoutComments } from './comments.ts'
import { globs } from './glob.ts'
import { isForeign } from './places.ts'

/** A file that says what is run: CI, hooks, build files, scripts. */
export interface Automation {
  readonly path: string
  /** What it runs, with everything else blanked and lines at their positions. */
  readonly text: string
  readonly isCi: boolean
  /** Applies to applications in or below this directory. */
  readonly base: string
  /** The words of the text, so that most commands need not be looked for. */
  readonly words: ReadonlySet<string>
}

/** An action, an orb, a task, a template or an image that CI uses. */
export interface Use {
  readonly name: string
  readonly path: string
  readonly line: number
}

const ci = globs(ciFiles)
const tasks = globs(taskFiles)

export function findAutomation(repository: Repository, paths: readonly string[]): Automation[] {
  const found = paths
    .filter((path) => !isForeign(path) && (ci.test(path) || tasks.test(path)))
    .flatMap((path) => read(repository, path, ci.test(path)))
  const known = new Set(found.map(({ path }) => path))
  const called = found.flatMap(({ text, isCi }) => (isCi ? scriptsIn(text) : [])).filter((path) => repository.has(path))
  const ofCi = new Set(called)
  return [
    ...found.map((each) => (ofCi.has(each.path) ? { ...each, isCi: true } : each)),
    ...[...ofCi].filter((path) => !known.has(path)).flatMap((path) => read(repository, path, true)),
  ].sort((a, b) => Number(b.isCi) - Number(a.isCi))
}

/** A script that a command starts by its path. */
const calledScript = expression(
  'gm',
  String.raw`(?<=^|[\s"'\x60;&|(])(?:\.\/)?([\w.-]+(?:\/[\w.-]+)*\.(?:sh|bash|ps1|py|mjs|js|ts|rb|pl)|(?:bin|scripts?|ci|tools`,
  String.raw`|hack)\/[\w.-]+(?:\/[\w.-]+)*)(?=$|[\s"'\x60;&|)])`,
)

/** Scripts that a command starts by their path. */
function scriptsIn(text: string): string[] {
  return [...text.matchAll(calledScript)].map(([, name = '']) => name)
}

/** Nobody writes longer commands, and an expression may go through the rest of a line from each of its words. */
const longestLine = 1000

function read(repository: Repository, path: string, isCi: boolean): Automation[] {
  const isManifest = /(^|\/)(package|composer)\.json$/.test(path)
  const whole = isManifest ? scriptsOf(repository, path) : repository.text(path)
  if (!whole) return []
  const short = whole.replace(new RegExp(`^(.{${longestLine}}).+$`, 'gm'), '$1')
  const own = isManifest ? short : withoutComments(path, short)
  const text = withoutWords(/\.ya?ml$/.test(path) ? stepsOf(own, isCi) : own)
  return [{ path, text, isCi, base: baseOf(path), words: new Set(text.match(/[A-Za-z_@][\w-]*/g)) }]
}

function baseOf(path: string): string {
  const segments = directoryOf(path) ? directoryOf(path).split('/') : []
  const at = segments.findIndex((segment) => servingFolders.test(segment))
  return (at < 0 ? segments : segments.slice(0, at)).join('/')
}

/** Only the lines with scripts, each in its place. */
function scriptsOf(repository: Repository, path: string): string | undefined {
  const data = repository.data(path).value
  const hooks = [
    at(data, 'simple-git-hooks'),
    at(data, 'husky', 'hooks'),
    at(data, 'gitHooks'),
    at(data, 'lint-staged'),
  ]
  const commands = [at(data, 'scripts'), ...hooks]
    .flatMap(entriesOf)
    .flatMap(([name, value]) => [name, ...[value].flat()])
  const texts = new Set(commands.filter((each) => typeof each === 'string').map((each) => JSON.stringify(each)))
  if (texts.size === 0) return undefined
  const lines = (repository.text(path) ?? '').split('\n')
  const isScript = (line: string) => (line.match(/"(?:[^"\\]|\\.)*"/g) ?? []).some((each) => texts.has(each))
  return lines.map((line) => (isScript(line) ? line : '')).join('\n')
}

/** Keys of pipelines whose values are words for people, names of other parts, or conditions. */
const silent = expression(
  '',
  '^(name|id|title|description|displayName|labels?|if|condition|needs|requires|depends_?on|dependsOn|concurrency|group',
  '|permissions|runs-on|key|restore-keys|commit[-_]message|message|body|filters|tags|assignees|reviewers|secrets',
  '|paths(-ignore)?|branches(-ignore)?|(direct_|custom_)?prompt|on|trigger|pr|schedules|run-name|environment|outputs|rules',
  '|only|except)$',
)

/** What a pipeline in YAML runs, uses and hands over: without names, conditions and triggers. A hook runs what its id says. */
function stepsOf(text: string, isCi: boolean): string {
  let blankFrom: number | undefined
  return text
    .split('\n')
    .map((line) => {
      const indent = line.search(/\S/)
      if (indent < 0) return line
      if (blankFrom !== undefined && indent > blankFrom) return ''
      blankFrom = undefined
      const [, spaces = '', key = '', value = ''] = /^(\s*(?:-\s+)*)["']?([\w.-]+)["']?:(?:\s+(.*))?$/.exec(line) ?? []
      if (key === '' || !silent.test(key) || (!isCi && key === 'id')) return line
      if (key === 'id' && /^\s*-\s+$/.test(spaces) && !isCi) return line
      if (value === '' || /^[|>]/.test(value)) blankFrom = spaces.length
      return spaces
    })
    .join('\n')
}

const installs = expression(
  'g',
  String.raw`\b((?:pip3?|pipx|uv pip|npm|pnpm|yarn|bun|gem|cargo|go|composer|conda|apk|dnf|yum|brew|choco|apt|apt-get|luarocks|opam`,
  String.raw`|rustup component|dotnet tool|dotnet|tool)\s+(?:-\S+\s+)*(?:install|add|i|get|require|global add`,
  String.raw`|update --install))((?:[ \t]+[^\s;&|]+|\\\n)+)`,
)

/** What a shell only shows, fetches or installs, and addresses, whose parts are called like tools. */
function withoutWords(text: string): string {
  return text
    .replace(/\bhttps?:\/\/(?!(?:\w+\.)?codecov\.io\b)[^\s"'`)]+/g, '')
    .replace(/\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?("[^"\n$`]*"|'[^'\n]*')(?=[ \t]*(?:$|;|&&|["']))/gm, 'echo')
    .replace(
      /^\s*(?:\w*[iI]mplementation|api|\w*[cC]ompileOnly|classpath|\w*[rR]untimeOnly|ksp|kapt|annotationProcessor)\b.*$|<artifactId>.*<\/artifactId>/gm,
      '',
    )
    .replace(
      /\$[({](GO|CARGO|PYTHON|NPM|YARN|PNPM|MVN|GRADLE|DOTNET|SWIFT|CTEST|MAKE|PYTEST|ESLINT|GOLANGCI_LINT)[)}]/g,
      (_, name: string) => name.toLowerCase().replaceAll('_', '-'),
    )
    .replace(installs, (_, command: string, rest: string) => command + rest.replace(/[^\n\\]/g, ' '))
}

/** A key of a pipeline, and what it takes from others. */
const used = expression(
  '',
  String.raw`^\s*(?:-\s+)?["']?(?:uses|task|template|image|component|orb|[\w-]+)["']?:\s*["']?([\w.-]+\/[\w./-]+`,
  String.raw`|[A-Za-z][\w.-]*@\d\S*|[\w/.-]+\.gitlab-ci\.yml)`,
)

/** What the files of CI use, without versions. */
export function usesIn(repository: Repository, automation: readonly Automation[]): Use[] {
  return automation.flatMap(({ path, isCi }) => {
    if (!isCi || !/\.ya?ml$/.test(path)) return []
    const lines = withoutComments(path, repository.text(path) ?? '').split('\n')
    return lines.flatMap((line, index) => {
      const name = used.exec(line)?.[1]
      return name === undefined ? [] : [{ name: name.replace(/@.*/, ''), path, line: index + 1 }]
    })
  })
}
