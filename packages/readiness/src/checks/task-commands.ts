import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'

/** A runner of tasks: how it is called, and what stands behind a name. */
interface Runner {
  readonly call: RegExp
  readonly commandsOf: (repository: Repository, name: string) => string
}

const runners: readonly Runner[] = [
  { call: /(?<=^|[\s;&])just +((?:[\w:.-]+ *)+)/gm, commandsOf: recipeOfJust },
  { call: /(?<=^|[\s;&])(?:go-)?task +((?:[\w:.-]+ *)+)/gm, commandsOf: ofTaskfile },
  { call: /\bcomposer(?: run(?:-script)?)? +([\w:.-]+)/g, commandsOf: ofComposer },
  { call: /\bmise (?:run|r) +([\w:.-]+)/g, commandsOf: ofMise },
  { call: /\bpoe +([\w:.-]+)/g, commandsOf: ofPoe },
  { call: /\bpdm run +([\w:.-]+)/g, commandsOf: ofPdm },
  { call: /\bsbt +([^\n;&|]+)/g, commandsOf: ofSbt },
]

/** The tasks that a command starts, each with what is run for it. Names of further tasks in it are commands again. */
export function taskCommands(repository: Repository, run: string): (readonly [command: string, text: string])[] {
  return runners.flatMap(({ call, commandsOf }) =>
    [...run.matchAll(call)].flatMap(([command, names = '']) =>
      names
        .trim()
        .split(/ +/)
        .map((name) => commandsOf(repository, name))
        .filter((text) => text !== '')
        .map((text) => [command.trim(), text] as const),
    ),
  )
}

/** All texts in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return entriesOf(value).flatMap(([, each]) => textsIn(each))
}

/** The commands that a build of Scala gives another name, as a list or as one text. */
function ofSbt(repository: Repository, name: string): string {
  const text = repository.text('build.sbt') ?? ''
  const known = name.replace(/["']/g, '')
  if (!/^[\w-]+$/.test(known)) return ''
  const alias = new RegExp(`\\badd\\w*Alias\\(\\s*"${known}",([\\s\\S]*?)\\n(?:\\)|\\n|\\S)`).exec(text)?.[1] ?? ''
  const commands = [...alias.matchAll(/"([^"\n]*)"/g)].map(([, each = '']) => each.replaceAll(';', ' '))
  return commands.length === 0 ? '' : `sbt ${commands.join(' ')}`
}

function recipeOfJust(repository: Repository, name: string): string {
  const path = ['justfile', 'Justfile', '.justfile'].find((each) => repository.has(each))
  const text = `${(path && repository.text(path)) ?? ''}\n`
  const recipe = new RegExp(
    `^@?${escaped(name)}(?: [^:\\n]*)?:(?!=)([^\\n]*)\\n((?:[ \\t]+[^\\n]*\\n|\\n)*)`,
    'm',
  ).exec(text)
  if (!recipe) return ''
  const [, needed = '', body = ''] = recipe
  return `just ${needed.replace(/[()#].*/, '')}\n${body}`
}

function ofTaskfile(repository: Repository, name: string): string {
  const path = ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml', 'Taskfile.dist.yml'].find((each) =>
    repository.has(each),
  )
  const task = path && at(repository.data(path).value, 'tasks', name)
  const steps = [task, at(task, 'cmd'), at(task, 'cmds')].flat()
  const needed = [at(task, 'deps')].flat()
  return [
    ...steps.flatMap((each) => (typeof each === 'string' ? each : textsIn(at(each, 'cmd')))),
    ...[...steps, ...needed].flatMap((each) => textsIn(at(each, 'task')).map((other) => `task ${other}`)),
    ...needed.flatMap((each) => (typeof each === 'string' ? `task ${each}` : [])),
  ].join('\n')
}

function ofComposer(repository: Repository, name: string): string {
  const script = at(repository.data('composer.json').value, 'scripts', name)
  return textsIn(script)
    .map((each) => each.replace(/^@(?!php\b)(composer )?/, 'composer '))
    .join('\n')
}

function ofMise(repository: Repository, name: string): string {
  const path = ['mise.toml', '.mise.toml'].find((each) => repository.has(each))
  const task = path && at(repository.data(path).value, 'tasks', name)
  const needed = textsIn(at(task, 'depends')).map((each) => `mise run ${each}`)
  return [...(typeof task === 'string' ? [task] : textsIn(at(task, 'run'))), ...needed].join('\n')
}

function ofPoe(repository: Repository, name: string): string {
  const task = at(repository.data('pyproject.toml').value, 'tool', 'poe', 'tasks', name)
  // A single word is the name of another task.
  return textsIn(task)
    .map((each) => (/^[\w:.-]+$/.test(each) ? `poe ${each}\n${each}` : each))
    .join('\n')
}

function ofPdm(repository: Repository, name: string): string {
  return textsIn(at(repository.data('pyproject.toml').value, 'tool', 'pdm', 'scripts', name)).join('\n')
}

function escaped(name: string): string {
  return name.replace(/[.]/g, '\\.')
}
