import type { Repository } from '../repository/create-repository.ts'
import { expression } from '../repository/expression.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { nameOf } from '../repository/places.ts'
import type { Automation } from './automation.ts'

/** Targets and scripts by their names, with what they run. */
export type Tasks = ReadonlyMap<string, readonly string[]>

/** A repository with more of them is hostile, or needs no more to be understood. */
const mostTasks = 20_000

/** What the files of a repository call targets, scripts, recipes or tasks. */
export function tasksOf(repository: Repository, automation: readonly Automation[]): Tasks {
  const found = new Map<string, string[]>()
  const add = (name: string, text: string) => {
    if (found.size >= mostTasks) return
    const known = found.get(name)
    if (known) known.push(text)
    else found.set(name, [text])
  }
  for (const { path, text } of automation) {
    if (/(^|\/)(package|composer)\.json$/.test(path)) {
      for (const [name, script] of entriesOf(at(repository.data(path).value, 'scripts')))
        add(name, [script].flat().join('\n'))
    } else if (/(^|\/)(GNUm|M|m)akefile[^/]*$|\.mk$|[jJ]ustfile$|\.just$/.test(path)) {
      for (const [name, recipe] of recipesIn(text)) add(name, recipe)
    } else if (/(^|\/)([tT]askfile[^/]*\.ya?ml|(mise|deno)\.(toml|jsonc?))$/.test(path)) {
      for (const [name, task] of entriesOf(at(repository.data(path).value, 'tasks'))) add(name, JSON.stringify(task))
    } else if (/(^|\/)Rakefile$/.test(path))
      add(
        'rake alone',
        /^task\s+(?:\(?:?["']?default\b[^\n]*(?:\n[^\n]*\])?)/m.exec(text)?.[0].replace(/\W+/g, ' rake ') ?? '',
      )
    else if (/(^|\/)pom\.xml$/.test(path)) add('mvn alone', `mvn ${/<defaultGoal>\s*([^<]+)/.exec(text)?.[1] ?? ''}`)
    else if (/\.(sh|bash|ps1|py|cmd)$/.test(path)) add(nameOf(path), text)
  }
  return found
}

/** Targets of a Makefile and recipes of just by their names: what they need first, and what they run. */
export function* recipesIn(text: string): Generator<readonly [name: string, recipe: string]> {
  const targets = /^@?([\w./-]+)(?: [\w*+="'.-]+)*:(?!=)([^\n]*)\n((?:[ \t]+[^\n]*\n|\n(?=[ \t]))*)/gm
  for (const [, name = '', needed = '', recipe = ''] of `${text}\n`.matchAll(targets)) {
    const first = needed.trim().split(/\s+/).filter(Boolean)
    yield [name, `${first.map((each) => `make ${each}\n`).join('')}${recipe}`]
  }
}

/** What a Makefile runs for one of its targets. */
export function recipeOf(makefile: string | undefined, target: string): string {
  return new Map(recipesIn(makefile ?? '')).get(target) ?? ''
}

const called = expression(
  'gm',
  String.raw`\b(?:npm|pnpm|yarn|bun|composer|make|just|task|mise|deno task|nx|turbo|rake|invoke)(?: run| -\S+`,
  String.raw`| [A-Z_]+=\S*)*((?: +[\w:./-]+)+)|(?:^|[\s"'\x60;&|(])(?:\.\/)?(?:[\w.-]+\/)*([\w.-]+\.(?:sh|bash|ps1|py|cmd))\b`,
)

/** Programs that know what to do when nothing is asked of them. */
const alone = /(?:^|[\s/;&])(rake|mvn|mvnw)(?:\s+-\S+|\s+[A-Z_]+=\S*)*\s*(?=$|\|\||&&|;|2>)/gm

/** How many tasks are looked into from one text: they may call each other. */
const mostSteps = 2000

/** A text with those of the tasks that it starts, directly or through others. Each is looked at once. */
export function reachedFrom(text: string, tasks: Tasks): string[] {
  const reached = [text]
  const seen = new Set<string>()
  for (let at = 0; at < reached.length && reached.length < mostSteps; at++) {
    for (const name of namesIn(reached[at] ?? '')) {
      if (seen.has(name)) continue
      seen.add(name)
      reached.push(...(tasks.get(name) ?? []))
    }
  }
  return reached
}

/** The tasks that a text starts by their names. */
function namesIn(text: string): string[] {
  return [
    ...[...text.matchAll(alone)].map(([, program = '']) => `${program.replace('mvnw', 'mvn')} alone`),
    ...[...text.matchAll(called)].flatMap(([, names = '', script = '']) => [...names.trim().split(/ +/), script]),
  ].filter(Boolean)
}
