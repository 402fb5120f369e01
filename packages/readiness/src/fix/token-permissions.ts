import { isMap, isScalar } from 'yaml'
import { openWorkflows } from '../checks/supply-chain.ts'
import { readWorkflows, type Workflow } from '../evidence/workflows.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { type Rights, token } from './action-rights.ts'
import { beforeKey, documentOf, type Insertion, type Mapped, withLines } from './changed-yaml.ts'
import type { Draft, FixContext } from './fix.ts'
import { rightsIn, rightsOfJob } from './job-rights.ts'

/**
 * The workflows that leave their token as it is, with what each job needs. One of which that is unknown is left to
 * people: a token that may too little breaks a release months later.
 */
export function tokenPermissions({ repository, evidence }: FixContext): readonly Draft[] {
  const paths = evidence.automation.map(({ path }) => path)
  const workflows = readWorkflows(repository, paths)
  return openWorkflows(repository, paths).flatMap((workflow) => limited(repository, workflow, workflows) ?? [])
}

function limited(repository: Repository, workflow: Workflow, all: readonly Workflow[]): Draft | undefined {
  const { path, permissions } = workflow
  const text = repository.text(path) ?? ''
  const document = documentOf(text)
  if (document === undefined) return undefined
  const data = repository.data(path).value
  const written =
    permissions === undefined
      ? isAllowed(repository, workflow, all) && added(repository, data, text, document)
      : moved(repository, data, text, document)
  return written ? { path, text: written } : undefined
}

/** Whether all who call a workflow let its jobs do what they do; the host refuses to start one that asks for more. */
function isAllowed(repository: Repository, { path, triggers }: Workflow, all: readonly Workflow[]): boolean {
  if (!triggers.includes('workflow_call')) return true
  const needed = rightsOfJob(repository, { uses: `./${path}` })
  const callers = all.flatMap(({ permissions, jobs }) =>
    jobs.filter(({ uses }) => uses === `./${path}`).map((job) => job.permissions ?? permissions),
  )
  // Other repositories may call it, too; what only reads is allowed nearly everywhere.
  if (needed === undefined || (callers.length === 0 && needed.length > 0)) return false
  return callers.every((given) => given === undefined || contains(given, ['contents: read', ...needed]))
}

function contains(permissions: unknown, rights: Rights): boolean {
  if (permissions === 'write-all') return true
  const given = rightsIn(permissions) ?? []
  return rights.every((right) => given.includes(right) || given.includes(right.replace(/: read$/, ': write')))
}

const reading = ['permissions:', '  contents: read']

/** Permissions to read at the top, and in each job what its steps do. */
function added(repository: Repository, data: unknown, text: string, document: Mapped): string | undefined {
  const jobs = document.get('jobs')
  const place = placeOf(document, 'jobs')
  if (!isMap(jobs) || place === undefined || token.test(JSON.stringify(at(data, 'env') ?? ''))) return undefined
  const insertions: (Insertion | undefined)[] = [{ place, lines: `${reading.join('\n')}\n\n` }]
  for (const [name, job] of entriesOf(at(data, 'jobs'))) {
    const rights = at(job, 'permissions') === undefined ? rightsOfJob(repository, job) : []
    if (rights === undefined) return undefined
    const lines = withReading(rights)
    if (lines.join() !== 'contents: read') insertions.push(beforeKey(jobs.get(name), 0, text, asBlock(lines)))
  }
  return withAll(text, insertions)
}

/** Whoever may write may read. */
function withReading(rights: Rights): Rights {
  return rights.some((each) => each.startsWith('contents: ')) ? rights : ['contents: read', ...rights]
}

function asBlock(rights: Rights): string[] {
  return rights.length === 0 ? ['permissions: {}'] : ['permissions:', ...rights.map((each) => `  ${each}`)]
}

function withAll(text: string, insertions: readonly (Insertion | undefined)[]): string | undefined {
  const known = insertions.flatMap((each) => each ?? [])
  return known.length === insertions.length ? withLines(text, known, 'permissions') : undefined
}

/** Where a key stands at the very left. */
function placeOf(document: Mapped, name: string): number | undefined {
  const key = document.contents.items.find((pair) => isScalar(pair.key) && pair.key.value === name)?.key
  return isScalar(key) && !key.anchor ? key.range?.[0] : undefined
}

/**
 * The permissions of all jobs, given to each of them instead: those that its steps need, or the same with their
 * comments where that is unknown. Less for what may be added later.
 */
function moved(repository: Repository, data: unknown, text: string, document: Mapped): string | undefined {
  const jobs = document.get('jobs')
  const node = document.get('permissions')
  const start = placeOf(document, 'permissions')
  if (!isMap(jobs) || !isMap(node) || node.flow || node.anchor || !node.range || start === undefined) return undefined
  const block = text.slice(start, node.range[1]).trimEnd()
  const given = rightsIn(at(data, 'permissions')) ?? []
  const those = entriesOf(at(data, 'jobs')).filter(([, job]) => at(job, 'permissions') === undefined)
  const isOne = those.length === 1
  const needed = those.map(([name, job]) => ({ name, rights: isOne ? undefined : neededBy(repository, job, given) }))
  // Somebody gave a right because a job needs it. If none seems to, or all may, nothing is known.
  const isLost = (right: string) => needed.every(({ rights }) => rights !== undefined && !rights.includes(right))
  const isSame = needed.every(({ rights }) => rights === undefined)
  if (given.some(isLost) || (isSame && !isOne)) return undefined
  return withAll(text, [
    { place: start, until: start + block.length, lines: reading.join('\n') },
    ...needed
      .filter(({ rights }) => rights?.join() !== 'contents: read')
      .map(({ name, rights }) => beforeKey(jobs.get(name), 0, text, rights ? asBlock(rights) : block.split('\n'))),
  ])
}

/** Rights of which the steps tell whether they are needed. They do not tell who signs, or takes from a registry. */
const visible = /^(actions|checks|contents|discussions|issues|pull-requests|security-events): /

/** Of the rights that a job was given, those that its steps use. */
function neededBy(repository: Repository, job: unknown, given: Rights): Rights | undefined {
  const used = at(job, 'uses') === undefined ? rightsOfJob(repository, job) : undefined
  if (used === undefined) return undefined
  const all = withReading(used)
  return given.flatMap((right) => {
    const read = right.replace(/: write$/, ': read')
    if (!visible.test(right) || contains(Object.fromEntries(all.map((each) => each.split(': '))), [right]))
      return [right]
    return all.includes(read) ? [read] : []
  })
}
