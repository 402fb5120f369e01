import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ApplicationKind, kindNames } from '@muster/contract/readiness/application-kinds'
import { parseJson, withValue } from '@muster/hooks/json-with-comments'
import { type Application, bySize } from '@muster/readiness/applications/application'
import { languageNames } from '@muster/readiness/catalog/languages'
import { type Configuration, configurationPath } from '@muster/readiness/configuration'
import type { Evaluation } from '@muster/readiness/evaluate-opened'
import type { Context } from '../command-line/context.ts'
import { exitCodes, Failure, usage } from '../command-line/failure.ts'
import { diffOf } from '../terminal/diff.ts'
import { oneLine } from '../terminal/width.ts'
import { wrap } from '../terminal/wrap.ts'
import { madeOf, takenFor } from './application-words.ts'
import { evaluated } from './evaluated.ts'
import { writeFixes } from './write-fixes.ts'

interface KindArguments {
  readonly application?: string | undefined
  readonly kind?: ApplicationKind | undefined
  readonly path?: string | undefined
}

/** Shows the kinds of all applications, or stores the real kind of one of them. */
export async function runKind({ application, kind, path = '.' }: KindArguments, context: Context): Promise<void> {
  const evaluation = await evaluated(path)
  for (const note of evaluation.notes) context.out.note(note)
  if (application === undefined) return showAll(evaluation, context)
  const app = chosen(evaluation, application)
  const before = await textOf(evaluation.root)
  const configuration = configurationIn(before)
  if (kind === undefined) return showOne(app, configuration, context)
  await write(evaluation, { app, kind, before, configuration }, context)
}

function showAll({ applications }: Evaluation, { out }: Context): void {
  const apps = bySize(applications)
  out.table(
    apps.map(rowOf),
    [
      { header: 'APPLICATION', value: ({ name }) => name, whole: true },
      { header: 'KIND', value: ({ kind }) => kind, whole: true },
      { header: 'MAY BE', value: ({ mayBe }) => mayBe, color: () => 'yellow', whole: true },
      { header: 'LANGUAGE', value: ({ language }) => language, dropOrder: 1 },
      { header: 'FILES', value: ({ files }) => files, dropOrder: 2 },
    ],
    'No application was found here.',
  )
  const doubtful = apps.find(({ weighing }) => weighing?.mayBe)
  if (doubtful) out.note(`\`muster readiness kind ${doubtful.name}\` tells why one is in doubt.`)
}

function showOne(app: Application, configuration: Configuration, { out }: Context): void {
  const { name, kind, mayBe, description } = rowOf(app)
  const { speaksFor = [], speaksAgainst = [] } = app.weighing ?? {}
  const isNamed = (configuration.kinds?.[name] ?? configuration.applications?.[name]?.kind) !== undefined
  const because = isNamed
    ? [`${configurationPath} says so`]
    : app.weighing
      ? speaksFor
      : ['its settings, or how it is started and published, say so']
  if (out.json) {
    out.data({ ...rowOf(app), because, against: speaksAgainst })
    return
  }
  const list = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', out.paint(title, 'bold'), ...lines.map((line) => `  ${line}`)]
  // Names and descriptions are foreign text, which must not control the terminal.
  out.text(
    [
      out.paint(`${oneLine(name)} is ${takenFor(app)}`, 'bold'),
      ...wrap(`${oneLine(description)} (${madeOf(app)})`, Math.min(out.width, 100)),
      ...list(`For ${kindNames[kind]}`, because),
      ...list(mayBe === undefined ? 'Against it' : `For ${kindNames[mayBe]}`, speaksAgainst),
    ].join('\n'),
  )
  if (mayBe !== undefined) out.note(`\nIf it is ${kindNames[mayBe]}: \`muster readiness kind ${name} ${mayBe}\``)
}

function rowOf({ name, kind, weighing, language, sources, description }: Application) {
  const mayBe = weighing?.mayBe
  return { name, kind, ...(mayBe && { mayBe }), language: languageNames[language], files: sources.length, description }
}

/** Finds an application by its directory, also with a leading `./` or a trailing slash. */
function chosen({ applications }: Evaluation, directory: string): Application {
  const name = directory.replace(/^(\.\/)+|\/+$/g, '') || '.'
  const app = applications.find((each) => each.name === name)
  if (app) return app
  const known = bySize(applications).map((each) => each.name)
  const some = known.length > 5 ? [...known.slice(0, 5), `${known.length - 5} more`] : known
  throw usage(
    `There is no application ${JSON.stringify(name)}; ${some.length === 0 ? 'none was found here' : `there are ${some.join(', ')}`}.`,
    `To name applications that are not found, see \`applications\` of ${configurationPath}.`,
  )
}

interface Correction {
  readonly app: Application
  readonly kind: ApplicationKind
  readonly before: string | undefined
  readonly configuration: Configuration
}

async function write(evaluation: Evaluation, { app, kind, before, configuration }: Correction, { out }: Context) {
  const { root, score } = evaluation
  // If the configuration lists the applications, their kinds are in the same list.
  const isListed = configuration.applications !== undefined
  const place = isListed ? ['applications', app.name, 'kind'] : ['kinds', app.name]
  const after = withValue(before ?? '', place, kind)
  if (after === before) {
    if (out.json) return out.data({ application: app.name, kind, written: [] })
    return out.note(`${configurationPath} says already that ${app.name} is ${kindNames[kind]}.`)
  }
  out.note(`${configurationPath}${before === undefined ? ' (new)' : ''}`)
  out.note(diffOf(before ?? '', after, out.paint))
  await writeFixes(root, [{ path: configurationPath, before, after }])
  const now = await evaluated(root)
  if (now.applications.find(({ name }) => name === app.name)?.kind !== kind) {
    throw new Failure(
      `${configurationPath} is written, but has no effect: git ignores it.`,
      exitCodes.refused,
      `Take it out of .gitignore.`,
    )
  }
  if (out.json) return out.data({ application: app.name, kind, written: [configurationPath] })
  const was = `level ${score.level} and ${score.score} points`
  const is = `level ${now.score.level} and ${now.score.score} points`
  out.note(
    `${app.name} is ${kindNames[kind]} now. The repository has ${is}${is === was ? ', as before' : `; it had ${was}`}. Commit ${configurationPath}.`,
  )
}

async function textOf(root: string): Promise<string | undefined> {
  try {
    return await readFile(join(root, configurationPath), 'utf8')
  } catch {
    return undefined
  }
}

/** The content of the file. The evaluation has validated it already. */
function configurationIn(text = ''): Configuration {
  const parsed = parseJson(text)
  return 'value' in parsed ? (parsed.value as Configuration) : {}
}
