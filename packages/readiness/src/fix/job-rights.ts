import { joinPath } from '../applications/places.ts'
import { textsIn } from '../checks/task-commands.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { mapForEach } from '../repository/map-for-each.ts'
import { doesMore, namesToken, type Rights, rightsOfAction, together } from './action-rights.ts'
import { linesOf, mayWriteToHost } from './started.ts'

/** What a job does beside reading; `undefined` if that cannot be told. */
export function rightsOfJob(repository: Repository, job: unknown): Rights | undefined {
  const uses = at(job, 'uses')
  if (typeof uses === 'string')
    return namesToken(at(job, 'secrets'), at(job, 'with')) ? undefined : rightsOfCalled(repository, uses)
  if (namesToken(at(job, 'env'), at(job, 'container'), at(job, 'services'), at(job, 'strategy'))) return undefined
  const folder = folderOf(at(job, 'defaults', 'run', 'working-directory'))
  return ofAll([rightsOfImages(job), rightsOfSteps(repository, at(job, 'steps'), folder)])
}

/** The runner takes images of the host with the token of the run. */
function rightsOfImages(job: unknown): Rights | undefined {
  const images = textsIn([at(job, 'container'), at(job, 'services')])
  if (images.some((image) => image.startsWith('$'))) return undefined
  return images.some((image) => /^(ghcr\.io|[\w.]*pkg\.github\.com)\//.test(image)) ? ['packages: read'] : []
}

/** A folder of the repository; `undefined` if only the run knows it. */
function folderOf(written: unknown): string | undefined {
  const folder = String(written ?? '')
    .replace(/^\.\/|\/$/g, '')
    .replace(/^\.$/, '')
  return /^[\w./@-]*$/.test(folder) ? folder : undefined
}

/** What somebody wrote about the permissions of a job or of a whole workflow. */
export function permissionsOf(part: unknown): unknown {
  return at(part, 'permissions') ?? undefined
}

/** Whether nothing is set for all jobs that changes what their steps do. */
export function isPlain(workflow: unknown): boolean {
  return (
    !namesToken(at(workflow, 'env'), at(workflow, 'on')) &&
    at(workflow, 'defaults', 'run', 'working-directory') === undefined
  )
}

/** What the jobs of a workflow of this repository do, where it says so or by their steps: a caller must allow it all. */
function rightsOfCalled(repository: Repository, uses: string): Rights | undefined {
  if (!uses.startsWith('./')) return undefined
  const path = uses.slice(2)
  return once(repository, path, (workflow) =>
    rightsOfAll(workflow, (job) => (isPlain(workflow) ? rightsOfJob(repository, job) : undefined)),
  )
}

/** What a workflow of this repository says of all its jobs; `undefined` if it is silent about one. */
export function rightsSaidBy(repository: Repository, uses: string): Rights | undefined {
  const workflow = uses.startsWith('./') ? repository.data(uses.slice(2)).value : undefined
  return rightsOfAll(workflow, () => undefined)
}

/** What a workflow says of itself and its jobs, and something else for those of which it does not. */
function rightsOfAll(workflow: unknown, otherwise: (job: unknown) => Rights | undefined): Rights | undefined {
  const all = permissionsOf(workflow)
  const jobs = entriesOf(at(workflow, 'jobs')).map(([, job]) => {
    const said = permissionsOf(job) ?? all
    return said === undefined ? otherwise(job) : rightsIn(said)
  })
  return jobs.length === 0 ? undefined : ofAll([...jobs, all === undefined ? [] : rightsIn(all)])
}

/** Permissions that are written, as rights; `undefined` for all at once. */
export function rightsIn(permissions: unknown): Rights | undefined {
  if (typeof permissions === 'string') return undefined
  const given = entriesOf(permissions).filter(([, level]) => level === 'read' || level === 'write')
  return given.map(([scope, level]) => `${scope}: ${level}`)
}

const found = mapForEach<Rights | undefined>()

/** The host itself follows no further. */
const deepest = 10
let depth = 0

/** Finds something of a file once, however many call it. What calls itself, or is no tree, is unknown. */
function once(repository: Repository, path: string, find: (data: unknown) => Rights | undefined): Rights | undefined {
  const known = found(repository)
  const data = repository.data(path).value
  if (!known.has(path) && depth < deepest && isTree(data)) {
    known.set(path, undefined)
    depth++
    try {
      known.set(path, find(data))
    } finally {
      depth--
    }
  }
  return known.get(path)
}

/** Whether data end somewhere: a name of YAML may stand for what contains it. */
export function isTree(data: unknown): boolean {
  try {
    return JSON.stringify(data) !== undefined
  } catch {
    return false
  }
}

function rightsOfSteps(repository: Repository, steps: unknown, folder: string | undefined): Rights | undefined {
  return Array.isArray(steps) ? ofAll(steps.map((step) => rightsOfStep(repository, step, folder))) : undefined
}

function ofAll(rights: readonly (Rights | undefined)[]): Rights | undefined {
  return rights.includes(undefined) ? undefined : together(rights.flatMap((each) => each ?? []))
}

/** Actions that run a command: again, on another system, or with a tool that they bring. */
const runsCommand =
  /^(nick-(fields|invision)\/retry|vmactions\/[\w-]+-vm|uraimo\/run-on-arch-action|gradle\/gradle-build-action|gradle\/actions\/setup-gradle|actions-rs\/cargo|cypress-io\/github-action)@/i

function rightsOfStep(repository: Repository, step: unknown, folder: string | undefined): Rights | undefined {
  const uses = at(step, 'uses')
  const own = at(step, 'working-directory')
  const place = own === undefined ? folder : folderOf(own)
  if (typeof uses !== 'string') return rightsOfRun(repository, step, String(at(step, 'run') ?? ''), place)
  if (uses.startsWith('./')) return rightsOfOwnAction(repository, uses, step)
  const given = entriesOf(at(step, 'with')).filter(([name]) => commandSettings.test(name))
  const commands = given.flatMap(([, value]) => textsIn(value))
  if (doesMore(step) || commands.some((each) => mayWriteToHost(repository, each, place))) return undefined
  if (!runsCommand.test(uses)) return rightsOfAction(uses, step)
  return namesToken(step) ? undefined : []
}

/** Settings of actions that are commands. */
const commandSettings = /^(run|cmd|command|commands|args|arguments|publish|prepare|install)$/

/** What the steps of an action of this repository do. Programs that are one may do anything. */
function rightsOfOwnAction(repository: Repository, uses: string, step: unknown): Rights | undefined {
  const folder = uses.replace(/^\.\/|\/$/g, '')
  const path = ['action.yml', 'action.yaml'].map((name) => joinPath(folder, name)).find((each) => repository.has(each))
  if (path === undefined || namesToken(at(step, 'with'), at(step, 'env'))) return undefined
  return once(repository, path, (action) =>
    namesToken(at(action, 'inputs')) ? undefined : rightsOfSteps(repository, at(action, 'runs', 'steps'), ''),
  )
}

/** A single command of the host that writes one thing. */
const commands: readonly (readonly [line: RegExp, rights: Rights])[] = [
  [/^gh release (create|upload|edit)\b(?!.*discussion)[^;&|$`<>]*$/, ['contents: write']],
  [/^gh pr (comment|edit|close)\b(?!.*delete-branch)[^;&|$`<>]*$/, ['pull-requests: write']],
  [/^gh issue create\b[^;&|$`<>]*$/, ['issues: write']],
  // The number may be that of a pull request.
  [/^gh issue (comment|edit|close)\b[^;&|$`<>]*$/, ['issues: write', 'pull-requests: write']],
  [/^git push\b[^;&|$`<>]*$/, ['contents: write']],
]

function rightsOfRun(
  repository: Repository,
  step: unknown,
  script: string,
  folder: string | undefined,
): Rights | undefined {
  const lines = linesOf(script)
  const rightsOfLine = (line: string) => commands.find(([pattern]) => pattern.test(line))?.[1]
  const rights = lines.flatMap((line) => rightsOfLine(line) ?? [])
  const others = lines.filter((line) => rightsOfLine(line) === undefined)
  // A token is there for the commands that are known, and for nothing else.
  if (namesToken(step) && (rights.length === 0 || others.length > 0)) return undefined
  return mayWriteToHost(repository, others.join('\n'), folder) ? undefined : rights
}
