import { isMap, isScalar, parseDocument, type YAMLMap } from 'yaml'
import { openWorkflows } from '../checks/supply-chain.ts'
import type { Workflow } from '../evidence/workflows.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import type { Draft, FixContext } from './fix.ts'

/** Scopes of a token that a job has to write to. */
type Scopes = readonly string[]

/** What well-known actions write, as their pages say. */
const writers: readonly (readonly [uses: RegExp, scopes: Scopes])[] = [
  [/^actions\/(stale|first-interaction)@|^dessant\/lock-threads@/, ['issues', 'pull-requests']],
  [/^actions\/labeler@/, ['pull-requests']],
  [
    /^(softprops\/action-gh-release|ncipollo\/release-action|actions\/(create-release|upload-release-asset)|svenstaro\/upload-release-action|goreleaser\/goreleaser-action|peaceiris\/actions-gh-pages|JamesIves\/github-pages-deploy-action|stefanzweifel\/git-auto-commit-action|gradle\/actions\/dependency-submission)@/,
    ['contents'],
  ],
  [
    /^((googleapis|google-github-actions)\/release-please-action|changesets\/action|peter-evans\/create-pull-request|release-drafter\/release-drafter)@/,
    ['contents', 'pull-requests'],
  ],
  [/^github\/codeql-action\//, ['security-events']],
  [/^EnricoMi\/publish-unit-test-result-action(\/\w+)?@/, ['checks', 'pull-requests']],
]

/** Actions that only read, though their names may sound otherwise. */
const readers =
  /^(actions\/(checkout|cache(\/\w+)?|setup-[\w-]+|(upload|download)-artifact|dependency-review-action)|codecov\/codecov-action|coverallsapp\/github-action|docker\/(setup-[\w-]+|build-push-action|metadata-action)|gradle\/(actions\/(setup-gradle|wrapper-validation)|wrapper-validation-action|gradle-build-action)|[\w.-]+\/(setup|install)-[\w-]+)@/

/** Names after which an action may write something. */
const mayWriteBy =
  /release|stale|label|comment|pages|deploy|publish|issue|pull|\bpr\b|project|assign|triage|tag|push|commit|merge|lock|greet|welcome|semantic|changeset|sarif|scorecard|attest|bump|update|sync|backport|close|bot|review|status|report|script|action-\w*gh/i

/**
 * The workflows that leave their token as it is, with what each job needs. Nothing at all if that is unknown for one of
 * them: a token that may too little breaks a release months later.
 */
export function tokenPermissions({ repository, evidence }: FixContext): readonly Draft[] | undefined {
  const paths = evidence.automation.map(({ path }) => path)
  const drafts = openWorkflows(repository, paths).map((workflow) => limited(repository, workflow))
  const known = drafts.flatMap((draft) => draft ?? [])
  return known.length === drafts.length ? known : undefined
}

function limited(repository: Repository, workflow: Workflow): Draft | undefined {
  const { path, permissions } = workflow
  const text = repository.text(path) ?? ''
  const document = parseDocument(text, { logLevel: 'silent', uniqueKeys: false })
  const jobs = document.get('jobs')
  if (document.errors.length > 0 || !isMap(jobs) || text.includes('\t')) return undefined
  const data = entriesOf(at(repository.data(path).value, 'jobs'))
  const needed = new Map(data.map(([name, job]) => [name, scopesOf(job)]))
  // A permission for all belongs to the one job that is there.
  if (permissions !== undefined) return data.length === 1 ? moved(workflow, text, jobs) : undefined
  if ([...needed.values()].some((scopes) => scopes === undefined)) return undefined
  const inserted = [...needed].flatMap(([name, scopes = []]) =>
    scopes.length === 0
      ? []
      : [insertion(jobs, name, ['contents: read', ...scopes.map((each) => `${each}: write`)], text)],
  )
  const place = text.search(/^jobs\s*:/m)
  if (place < 0 || inserted.some((each) => each === undefined)) return undefined
  const all = [...inserted.flatMap((each) => each ?? []), { place, lines: 'permissions:\n  contents: read\n\n' }]
  return { path, text: all.sort((a, b) => b.place - a.place).reduce(put, text) }
}

interface Insertion {
  readonly place: number
  readonly lines: string
}

function put(text: string, { place, lines }: Insertion): string {
  return text.slice(0, place) + lines + text.slice(place)
}

/** Permissions as the first lines of a job, indented as its other lines are. */
function insertion(jobs: YAMLMap, name: string, permissions: Scopes, text: string): Insertion | undefined {
  const pair = jobs.items.find(({ key }) => isScalar(key) && key.value === name)
  const first = pair && isMap(pair.value) && !pair.value.flow ? pair.value.items[0]?.key : undefined
  const place = isScalar(first) ? first.range?.[0] : undefined
  if (place === undefined) return undefined
  const start = text.lastIndexOf('\n', place) + 1
  const indent = text.slice(start, place)
  if (indent.trim() !== '') return undefined
  const scopes = [...new Map(permissions.map((each) => [each.split(':')[0], each])).values()]
  return {
    place: start,
    lines: [`permissions:`, ...scopes.map((each) => `  ${each}`)].map((line) => `${indent}${line}\n`).join(''),
  }
}

/** The lines of permissions at the top, up to the next key. */
const atTop = /^permissions:[ \t]*\n(?:[ \t]+[^\n]*\n)+/m

/** The same permissions in the only job, and less for what may be added later. Words beside them would be lost. */
function moved({ path, permissions }: Workflow, text: string, jobs: YAMLMap): Draft | undefined {
  const [job] = jobs.items
  const block = atTop.exec(text)
  if (!job || !isScalar(job.key) || !block || block[0].includes('#')) return undefined
  if (isMap(job.value) && job.value.has('permissions')) return undefined
  const scopes = entriesOf(permissions).map(([scope, right]) => `${scope}: ${right}`)
  const inJob = insertion(jobs, String(job.key.value), scopes, text)
  if (scopes.length === 0 || inJob === undefined || inJob.place < block.index) return undefined
  return { path, text: put(text, inJob).replace(atTop, 'permissions:\n  contents: read\n') }
}

/** What a job writes with its token; `undefined` if that cannot be told. */
function scopesOf(job: unknown): Scopes | undefined {
  if (at(job, 'permissions') !== undefined) return []
  // What another workflow does is told there.
  if (at(job, 'uses') !== undefined) return undefined
  const steps = [at(job, 'steps') ?? []].flat()
  const found = steps.map(scopesOfStep)
  const isKnown = !JSON.stringify(at(job, 'env') ?? '').match(usesToken) && found.every((each) => each !== undefined)
  return isKnown ? [...new Set(found.flatMap((each) => each ?? []))] : undefined
}

const usesToken = /GITHUB_TOKEN|github\.token|GH_TOKEN/

function scopesOfStep(step: unknown): Scopes | undefined {
  const uses = at(step, 'uses')
  if (typeof uses === 'string') {
    const known = writers.find(([pattern]) => pattern.test(uses))?.[1]
    if (known !== undefined) return known
    if (uses.startsWith('docker/login-action@')) {
      const registry = String(at(step, 'with', 'registry'))
      // Where the address comes from elsewhere, nobody knows whose it is.
      if (registry.includes('${{')) return undefined
      return registry.includes('ghcr.io') ? ['packages'] : []
    }
    if (readers.test(uses)) return []
    const isOpen = uses.startsWith('./') || mayWriteBy.test(uses) || usesToken.test(JSON.stringify(step))
    return isOpen ? undefined : []
  }
  const run = String(at(step, 'run') ?? '')
  const scopes = [
    ...(/\bgh release\b|\bgit push\b|\bhub release\b/.test(run) ? ['contents'] : []),
    ...(/\bgh pr (create|comment|edit|merge|close|ready)\b/.test(run) ? ['pull-requests'] : []),
    ...(/\bgh issue (create|comment|edit|close)\b/.test(run) ? ['issues'] : []),
  ]
  if (scopes.length > 0) return scopes
  return usesToken.test(JSON.stringify(step)) || /\b(gh|hub) \w/.test(run) ? undefined : []
}
