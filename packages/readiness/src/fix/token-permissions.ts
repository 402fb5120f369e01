import { isDeepStrictEqual } from 'node:util'
import { isMap, isScalar } from 'yaml'
import { openWorkflows } from '../checks/supply-chain.ts'
import { readWorkflows, type Workflow } from '../evidence/workflows.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { namesToken, type Rights } from './action-rights.ts'
import { aboveComments, beforeKey, documentOf, type Insertion, type Mapped, withLines } from './changed-yaml.ts'
import type { Draft, FixContext } from './fix.ts'
import { isPlain, isTree, permissionsOf, rightsIn, rightsOfJob, rightsSaidBy } from './job-rights.ts'

/**
 * The workflows that leave their token as it is, with what each job needs. One of which that is unknown is left to
 * people: a token that may too little breaks a release months later.
 */
export function tokenPermissions({ repository, evidence }: FixContext): readonly Draft[] {
  const paths = evidence.automation.map(({ path }) => path)
  const drafts = openWorkflows(repository, paths).flatMap((workflow) => limited(repository, workflow) ?? [])
  return withCallers(repository, readWorkflows(repository, paths), drafts)
}

function limited(repository: Repository, { path, permissions }: Workflow): Draft | undefined {
  const text = repository.text(path) ?? ''
  const document = documentOf(text)
  // What another tool writes is changed there.
  if (document === undefined || isGenerated.test(text)) return undefined
  const data = repository.data(path).value
  if (!isTree(data)) return undefined
  const written =
    permissions === undefined ? added(repository, data, text, document) : moved(repository, data, text, document)
  return written ? { path, text: written } : undefined
}

/** A remark at the head of a file. */
const isGenerated = /^(?:#.*\n|[ \t]*\n){0,5}#.*\b(generated|do not edit|synced|managed by)\b/i

/**
 * Without workflows that would ask for more than a caller gives them: the host refuses to start these. A caller that says
 * nothing may give little, unless it is limited as well and so says what it gives.
 */
function withCallers(repository: Repository, all: readonly Workflow[], drafts: readonly Draft[]): readonly Draft[] {
  const changed = new Set(drafts.map(({ path }) => path))
  const allowed = drafts.filter(({ path }) => {
    const workflow = all.find((each) => each.path === path)
    // What is only moved from the workflow to its jobs was allowed before.
    if (workflow?.permissions || !workflow?.triggers.includes('workflow_call')) return true
    return isAllowed(callersOf(repository, all, path), rightsOfJob(repository, { uses: `./${path}` }) ?? [], changed)
  })
  return allowed.length === drafts.length ? drafts : withCallers(repository, all, allowed)
}

interface Caller {
  readonly path: string
  readonly job: unknown
  readonly given: unknown
}

function callersOf(repository: Repository, all: readonly Workflow[], called: string): Caller[] {
  return all.flatMap(({ path }) => {
    const data = repository.data(path).value
    const jobs = entriesOf(at(data, 'jobs')).map(([, job]) => job)
    return jobs
      .filter((job) =>
        String(at(job, 'uses') ?? '')
          .replace(/@.*/, '')
          .endsWith(`/${called}`),
      )
      .map((job) => ({ path, job, given: permissionsOf(job) ?? permissionsOf(data) }))
  })
}

/** Whether all callers are here, give what is needed, and give nothing that a called workflow may use unseen. */
function isAllowed(callers: readonly Caller[], needed: Rights, changed: ReadonlySet<string>): boolean {
  return (
    callers.length > 0 &&
    callers.every(({ path, job, given }) => {
      if (!String(at(job, 'uses')).startsWith('./') || namesToken(at(job, 'secrets'), at(job, 'with'))) return false
      if (given === undefined) return needed.length === 0 || changed.has(path)
      return contains(given, withReading(needed)) && (rightsIn(given)?.every((right) => visible.test(right)) ?? false)
    })
  )
}

function contains(permissions: unknown, rights: Rights): boolean {
  const given = rightsIn(permissions) ?? []
  return rights.every((right) => given.includes(right) || given.includes(right.replace(/: read$/, ': write')))
}

const reading = ['contents: read']

/** Permissions to read at the top, and in each job what its steps do. */
function added(repository: Repository, data: unknown, text: string, document: Mapped): string | undefined {
  const jobs = document.get('jobs')
  const place = placeOf(document, 'jobs')
  if (!isMap(jobs) || place === undefined || !isPlain(data)) return undefined
  const top = aboveComments(text, place)
  const end = text.slice(0, top).endsWith('\n\n') ? '\n\n' : '\n'
  const insertions: (Insertion | undefined)[] = [{ place: top, lines: `${blockOf(reading, text).join('\n')}${end}` }]
  for (const [name, job] of entriesOf(at(data, 'jobs'))) {
    const rights = permissionsOf(job) === undefined ? rightsOfJob(repository, job) : []
    if (rights === undefined) return undefined
    const lines = withReading(rights)
    if (!isDeepStrictEqual(lines, reading)) insertions.push(beforeKey(jobs.get(name), 0, text, blockOf(lines, text)))
  }
  return withAll(text, insertions)
}

/** A job with permissions of its own does not get those of the workflow, of which it needs this one. */
function withReading(rights: Rights): Rights {
  return rights.some((each) => each.startsWith('contents: ')) ? rights : ['contents: read', ...rights]
}

/** Lines of permissions, indented as the file is. */
function blockOf(rights: Rights, text: string): string[] {
  const indent = /^jobs:(?:[ \t]*(?:#.*)?\n)+( +)/m.exec(text)?.[1] ?? '  '
  return rights.length === 0 ? ['permissions: {}'] : ['permissions:', ...rights.map((each) => `${indent}${each}`)]
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
  const from = aboveComments(text, start)
  const block = text.slice(from, node.range[1]).trimEnd()
  const given = rightsIn(at(data, 'permissions')) ?? []
  const those = entriesOf(at(data, 'jobs')).filter(([, job]) => permissionsOf(job) === undefined)
  // What the only job needs was thought of when it was written; a workflow that it calls says it better.
  const isGiven = (job: unknown) => those.length === 1 && at(job, 'uses') === undefined
  const needed = those.map(([name, job]) => ({
    name,
    rights: isGiven(job) ? given : isPlain(data) ? neededBy(repository, job, given) : undefined,
  }))
  // Somebody gave a right because a job needs it. If none seems to, or all may, nothing is known.
  const isLost = (right: string) => needed.every(({ rights }) => rights?.includes(right) === false)
  const isSame = needed.every(({ rights = given }) => isDeepStrictEqual(rights, given))
  if (those.length > 1 && (given.some(isLost) || isSame)) return undefined
  const atTop = given.some((right) => right.startsWith('contents: ')) ? reading : []
  return withAll(text, [
    { place: from, until: from + block.length, lines: blockOf(atTop, text).join('\n') },
    ...needed
      .filter(({ rights }) => !isDeepStrictEqual(rights, atTop))
      .map(({ name, rights = given }) => {
        const lines = isDeepStrictEqual(rights, given)
          ? block.split('\n').map((line) => line.trimEnd())
          : blockOf(rights, text)
        return beforeKey(jobs.get(name), 0, text, lines)
      }),
  ])
}

/** Rights of which the steps tell whether they are needed. They do not tell who signs, or takes from a registry. */
const visible = /^(actions|checks|contents|discussions|issues|pages|pull-requests|security-events): /

/** Of the rights that a job was given, those that its steps use. */
function neededBy(repository: Repository, job: unknown, given: Rights): Rights | undefined {
  const uses = at(job, 'uses')
  const isCall = typeof uses === 'string'
  const used = isCall ? rightsSaidBy(repository, uses) : rightsOfJob(repository, job)
  if (used === undefined) return undefined
  const all = isCall ? used : withReading(used)
  return given.flatMap((right) => {
    const read = right.replace(/: write$/, ': read')
    if (all.includes(right) || all.includes(right.replace(/: read$/, ': write'))) return [right]
    return all.includes(read) ? [read] : isCall || visible.test(right) ? [] : [right]
  })
}
