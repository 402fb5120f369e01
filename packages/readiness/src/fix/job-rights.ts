import { joinPath } from '../applications/places.ts'
import { recipeOf } from '../checks/ci-runs-tests.ts'
import { textsIn } from '../checks/task-commands.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { type Rights, rightsOfAction, together, token } from './action-rights.ts'

/** What a job does beside reading; `undefined` if that cannot be told. */
export function rightsOfJob(repository: Repository, job: unknown): Rights | undefined {
  const uses = at(job, 'uses')
  if (typeof uses === 'string') return rightsOfCalled(repository, uses)
  const around = JSON.stringify([at(job, 'env'), at(job, 'container'), at(job, 'services')])
  return token.test(around) ? undefined : rightsOfSteps(repository, at(job, 'steps'))
}

/** What the jobs of a workflow of this repository do, where it says so or by their steps: a caller must allow it all. */
function rightsOfCalled(repository: Repository, uses: string): Rights | undefined {
  if (!uses.startsWith('./')) return undefined
  const path = uses.slice(2)
  const workflow = repository.data(path).value
  const isUnknown = token.test(JSON.stringify(at(workflow, 'env') ?? ''))
  return once(repository, path, () =>
    rightsOfAll(workflow, (job) => (isUnknown ? undefined : rightsOfJob(repository, job))),
  )
}

/** What a workflow of this repository says of all its jobs; `undefined` if it is silent about one. */
export function rightsSaidBy(repository: Repository, uses: string): Rights | undefined {
  const workflow = uses.startsWith('./') ? repository.data(uses.slice(2)).value : undefined
  return rightsOfAll(workflow, () => undefined)
}

/** What a workflow says of itself and its jobs, and something else for those of which it does not. */
function rightsOfAll(workflow: unknown, otherwise: (job: unknown) => Rights | undefined): Rights | undefined {
  const all = at(workflow, 'permissions')
  const jobs = entriesOf(at(workflow, 'jobs')).map(([, job]) => {
    const said = at(job, 'permissions') ?? all
    return said === undefined ? otherwise(job) : rightsIn(said)
  })
  return jobs.length === 0 ? undefined : ofAll([...jobs, all === undefined ? [] : rightsIn(all)])
}

const found = new WeakMap<Repository, Map<string, Rights | undefined>>()

/** Finds something of a file once, however many call it. What calls itself is unknown. */
function once(repository: Repository, path: string, find: () => Rights | undefined): Rights | undefined {
  const known = found.get(repository) ?? new Map<string, Rights | undefined>()
  found.set(repository, known)
  if (!known.has(path)) {
    known.set(path, undefined)
    known.set(path, find())
  }
  return known.get(path)
}

/** Permissions that are written, as rights; `undefined` for all at once. */
export function rightsIn(permissions: unknown): Rights | undefined {
  if (typeof permissions === 'string') return undefined
  const given = entriesOf(permissions).filter(([, level]) => level === 'read' || level === 'write')
  return given.map(([scope, level]) => `${scope}: ${level}`)
}

function rightsOfSteps(repository: Repository, steps: unknown): Rights | undefined {
  return Array.isArray(steps) ? ofAll(steps.map((step) => rightsOfStep(repository, step))) : undefined
}

function ofAll(rights: readonly (Rights | undefined)[]): Rights | undefined {
  const known = rights.flatMap((each) => (each === undefined ? [] : [each]))
  return known.length === rights.length ? together(known.flat()) : undefined
}

function rightsOfStep(repository: Repository, step: unknown): Rights | undefined {
  const uses = at(step, 'uses')
  if (typeof uses !== 'string') return rightsOfRun(repository, step, at(step, 'run'))
  // These run a command, again or on another system.
  if (/^(nick-(fields|invision)\/retry|vmactions\/[\w-]+-vm|uraimo\/run-on-arch-action)@/.test(uses))
    return rightsOfRun(repository, step, textsIn(at(step, 'with')).join('\n'))
  return uses.startsWith('./') ? rightsOfOwnAction(repository, uses, step) : rightsOfAction(uses, step)
}

/** What the steps of an action of this repository do. Programs that are one may do anything. */
function rightsOfOwnAction(repository: Repository, uses: string, step: unknown): Rights | undefined {
  const folder = uses.replace(/^\.\/|\/$/g, '')
  const path = ['action.yml', 'action.yaml'].map((name) => joinPath(folder, name)).find((each) => repository.has(each))
  if (path === undefined) return undefined
  const action = repository.data(path).value
  const given = JSON.stringify([at(step, 'with'), at(step, 'env'), at(action, 'inputs')])
  return token.test(given)
    ? undefined
    : once(repository, path, () => rightsOfSteps(repository, at(action, 'runs', 'steps')))
}

/** What a line of a script may do to the host with the credentials that are left behind by the checkout. */
const mayWrite = /\b(gh|hub)\s|\bpush\b|release|deploy|publish|gh-pages|\blerna\b|GITHUB_TOKEN|GH_TOKEN/i

/** Addresses, builds that are called so, and registries of others, for which the token is no key. */
const harmless =
  /https?:\/\/\S+|--release\b|(?<=[\s=:"'/\w])(Release|RELEASE)\b|(target|bin|build|lsb|os)[/_-]releases?\b|\bdocker( image| compose)? push\b|\b(dotnet )?nuget push\b|\bgem push\b|\b(npm|pnpm|yarn|cargo|poetry|uv|deno) publish\b|publish(AndRelease)?To(MavenCentral|Sonatype)\b/g

function withoutHarmless(text: string): string {
  // What is only said is not done.
  if (/^echo\b[^|`;&(]*$/.test(text)) return ''
  return text.includes('pkg.github.com') ? text : text.replace(harmless, '')
}

/** A single command of the host that writes one thing. */
const commands: readonly (readonly [line: RegExp, rights: Rights])[] = [
  [/^gh release (create|upload|edit)\b(?!.*discussion)[^;&|$`<>]*$/, ['contents: write']],
  [/^gh pr (comment|edit|close|ready)\b(?!.*delete-branch)[^;&|$`<>]*$/, ['pull-requests: write']],
  [/^gh issue (create|comment|edit|close)\b[^;&|$`<>]*$/, ['issues: write']],
  [/^git push\b[^;&|$`<>]*$/, ['contents: write']],
]

const mostLines = 200

function rightsOfRun(repository: Repository, step: unknown, script: unknown): Rights | undefined {
  const run = String(script ?? '').replace(/\\\n\s*/g, ' ')
  const lines = run.split('\n').map((line) => line.trim())
  if (lines.length > mostLines) return undefined
  const isKnown = (line: string) => commands.some(([pattern]) => pattern.test(line))
  const rights = lines.flatMap((line) => commands.find(([pattern]) => pattern.test(line))?.[1] ?? [])
  const others = lines.filter((line) => line !== '' && !line.startsWith('#') && !isKnown(line))
  // A token is there for the commands that are known, and for nothing else.
  if (token.test(JSON.stringify(step)) && (rights.length === 0 || others.length > 0)) return undefined
  return others.some((line) =>
    [line, ...startedBy(repository, line)].some((text) => mayWrite.test(withoutHarmless(text))),
  )
    ? undefined
    : rights
}

/** The folder in which a run begins, as it is written. */
const workspace = /\$\{\{ *github\.workspace *\}\}\/|\$\{?GITHUB_WORKSPACE\}?\//g

/** Stands for what may do anything. */
const unknown = 'release'

/** What a line starts: scripts of packages, targets, and files, each as text. What cannot be found may do anything. */
function startedBy(repository: Repository, written: string): string[] {
  const line = written.replace(workspace, '')
  const scripts = [...line.matchAll(/\b(?:npm|pnpm|yarn|bun)(?: run)? ([\w:.-]+)/g)].flatMap(([, name = '']) =>
    textsIn(at(repository.data('package.json').value, 'scripts', name)),
  )
  const recipes = [...line.matchAll(/\bmake((?: [\w:.=-]+)*)/g)].flatMap(([, names = '']) =>
    names.split(' ').map((name) => recipeOf(repository, name)),
  )
  const files = [...line.matchAll(/(?<![\w/.-])(?:\.\/)?((?:[\w.-]+\/)*[\w-]+\.(?:sh|py|[cm]?js|ts|rb|pl|ps1))\b/g)]
  const programs = [...line.matchAll(/(?<![\w/.-])\.\/((?:[\w.-]+\/)*[\w-]+)(?=[\s;&|)]|$)/g)]
  const elsewhere = /[$~}][^\s]*\.(sh|py|[cm]?js|ts|rb|pl|ps1)\b/.test(line) ? [unknown] : []
  const isWrapper = (path: string) => /^(gradlew|mvnw|configure|autogen\.sh)$/.test(path)
  return [
    ...scripts,
    ...recipes,
    ...elsewhere,
    ...[...files, ...programs].map(([, path = '']) => (isWrapper(path) ? '' : (repository.text(path) ?? unknown))),
  ]
}
