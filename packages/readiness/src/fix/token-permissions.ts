import { isMap, isScalar } from 'yaml'
import { openWorkflows } from '../checks/supply-chain.ts'
import type { Workflow } from '../evidence/workflows.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { beforeKey, documentOf, type Insertion, saysTheSame, withLines } from './changed-yaml.ts'
import type { Draft, FixContext } from './fix.ts'

/** What a job may do beside reading the repository, such as `issues: write`. */
type Rights = readonly string[]

/** What well-known actions do, as their pages say. */
const doing: readonly (readonly [uses: RegExp, rights: Rights])[] = [
  [/^actions\/first-interaction@|^dessant\/lock-threads@/, ['issues: write', 'pull-requests: write']],
  [/^actions\/labeler@/, ['pull-requests: write']],
  [/^(dorny\/paths-filter|amannn\/action-semantic-pull-request)@/, ['pull-requests: read']],
  [
    /^(softprops\/action-gh-release|ncipollo\/release-action|actions\/(create-release|upload-release-asset)|svenstaro\/upload-release-action|peaceiris\/actions-gh-pages|JamesIves\/github-pages-deploy-action|stefanzweifel\/git-auto-commit-action|gradle\/actions\/dependency-submission)@/,
    ['contents: write'],
  ],
  [
    /^((googleapis|google-github-actions)\/release-please-action|changesets\/action|peter-evans\/create-pull-request|release-drafter\/release-drafter)@/,
    ['contents: write', 'pull-requests: write'],
  ],
  [/^github\/codeql-action\//, ['actions: read', 'security-events: write']],
  [/^EnricoMi\/publish-unit-test-result-action(\/\w+)?@/, ['checks: write', 'pull-requests: write']],
]

/** Actions that set something up, build or look, and write nothing to the host. All others may do anything. */
const readers =
  /^(actions\/(checkout|cache(\/\w+)?|setup-[\w-]+|upload-artifact|download-artifact)|[\w.-]+\/(setup|install)-[\w-]+|codecov\/codecov-action|coverallsapp\/github-action|docker\/(setup-[\w-]+|build-push-action|metadata-action|bake-action)|gradle\/(actions\/(setup-gradle|wrapper-validation)|wrapper-validation-action|gradle-build-action)|dtolnay\/rust-toolchain|actions-rs\/[\w-]+|actions-rust-lang\/setup-rust-toolchain|Swatinem\/rust-cache|taiki-e\/[\w-]*install[\w-]*|golangci\/golangci-lint-action|astral-sh\/ruff-action|pnpm\/action-setup|haskell(-actions)?\/[\w/-]+|julia-actions\/(julia-[\w-]+|cache)|r-lib\/actions\/[\w-]+|crazy-max\/ghaction-[\w-]+|jwlawson\/actions-setup-cmake|ilammy\/msvc-dev-cmd|subosito\/flutter-action|browser-actions\/[\w-]+|mozilla-actions\/sccache-action|cypress-io\/github-action|pypa\/(cibuildwheel|gh-action-pypi-publish)|pre-commit\/action|ludeeus\/action-shellcheck|crate-ci\/typos|DavidAnson\/markdownlint-cli2-action)@/i

/** The token of a run, however it is written. */
const token = /secrets\s*\.\s*github_token|github\s*\.\s*token|secrets\s*\[/i

/** What a line of a script may do to the host with the credentials that are left behind by the checkout. */
const mayWrite = /\b(gh|hub)\s|\bgit\b[^\n]*\bpush\b|release|deploy|publish|gh-pages|\bpush\b|GITHUB_TOKEN|GH_TOKEN/i

/** A single command of the host that writes one thing. */
const commands: readonly (readonly [line: RegExp, rights: Rights])[] = [
  [/^gh release (create|upload|edit)\b[^\n;&|]*$/, ['contents: write']],
  [/^gh pr (comment|edit|close|ready)\b[^\n;&|]*$/, ['pull-requests: write']],
  [/^gh issue (create|comment|edit|close)\b[^\n;&|]*$/, ['issues: write']],
  [/^git push\b[^\n;&|]*$/, ['contents: write']],
]

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
  const { path, permissions, triggers } = workflow
  const text = repository.text(path) ?? ''
  const document = documentOf(text)
  const jobs = document?.get('jobs')
  // What a called workflow may do is decided where it is called.
  if (!document || !isMap(jobs) || jobs.flow || triggers.includes('workflow_call')) return undefined
  const written = permissions === undefined ? added(repository, path, text) : moved(text)
  return written === undefined ? undefined : { path, text: written }
}

const reading = ['permissions:', '  contents: read']

/** Permissions to read at the top, and in each job what its steps do. */
function added(repository: Repository, path: string, text: string): string | undefined {
  const document = documentOf(text)
  const data = repository.data(path).value
  const jobs = document?.get('jobs')
  const key = document?.contents.items.find((pair) => isScalar(pair.key) && pair.key.value === 'jobs')?.key
  const place = isScalar(key) ? key.range?.[0] : undefined
  if (!isMap(jobs) || place === undefined || token.test(JSON.stringify(at(data, 'env') ?? ''))) return undefined
  const insertions: (Insertion | undefined)[] = [{ place, lines: `${reading.join('\n')}\n\n` }]
  for (const [name, job] of entriesOf(at(data, 'jobs'))) {
    const rights = rightsOf(repository, job)
    if (rights === undefined) return undefined
    if (rights.length > 0)
      insertions.push(beforeKey(jobs.get(name), 0, text, ['permissions:', ...rights.map((each) => `  ${each}`)]))
  }
  const known = insertions.flatMap((each) => each ?? [])
  return known.length === insertions.length ? withLines(text, known, 'permissions') : undefined
}

/** The same permissions, with their comments, in the only job, and less for what may be added later. */
function moved(text: string): string | undefined {
  const document = documentOf(text)
  const jobs = document?.get('jobs')
  const pair = document?.contents.items.find(({ key }) => isScalar(key) && key.value === 'permissions')
  const [job, ...others] = isMap(jobs) ? jobs.items : []
  if (!job || others.length > 0 || !isMap(job.value) || job.value.has('permissions')) return undefined
  const start = isScalar(pair?.key) ? pair.key.range?.[0] : undefined
  const end = isMap(pair?.value) && !pair.value.flow ? pair.value.range?.[1] : undefined
  if (start === undefined || end === undefined) return undefined
  const block = text.slice(start, end).trimEnd()
  const inJob = beforeKey(job.value, 0, text, block.split('\n'))
  if (inJob === undefined || inJob.place < start) return undefined
  const after = `${text.slice(0, start)}${reading.join('\n')}${text.slice(start + block.length, inJob.place)}${inJob.lines}${text.slice(inJob.place)}`
  return saysTheSame(text, after, 'permissions') ? after : undefined
}

/** What a job does beside reading; `undefined` if that cannot be told. */
function rightsOf(repository: Repository, job: unknown): Rights | undefined {
  if (at(job, 'permissions') !== undefined) return []
  const steps = at(job, 'steps')
  if (!Array.isArray(steps)) return undefined
  const around = JSON.stringify([at(job, 'env'), at(job, 'container'), at(job, 'services'), at(job, 'with')])
  const found = steps.map((step) => rightsOfStep(repository, step))
  if (token.test(around) || found.some((each) => each === undefined)) return undefined
  const all = [...new Set(found.flatMap((each) => each ?? []))].sort()
  if (all.length === 0) return []
  return all.includes('contents: write') ? all : ['contents: read', ...all]
}

function rightsOfStep(repository: Repository, step: unknown): Rights | undefined {
  const uses = at(step, 'uses')
  if (typeof uses !== 'string') return rightsOfRun(repository, step)
  if (uses.startsWith('actions/stale@'))
    return at(step, 'with', 'delete-branch') === undefined ? ['issues: write', 'pull-requests: write'] : undefined
  if (uses.startsWith('docker/login-action@')) {
    const registry = String(at(step, 'with', 'registry') ?? '')
    // Where the address comes from elsewhere, nobody knows whose it is.
    if (registry.includes('${{')) return undefined
    return registry.includes('ghcr.io') ? ['packages: write'] : []
  }
  const known = doing.find(([pattern]) => pattern.test(uses))?.[1]
  if (known !== undefined) return known
  const isPlain =
    readers.test(uses) && !token.test(JSON.stringify(step)) && at(step, 'with', 'dependency-graph') === undefined
  return isPlain ? [] : undefined
}

const mostLines = 200

function rightsOfRun(repository: Repository, step: unknown): Rights | undefined {
  const run = String(at(step, 'run') ?? '').replace(/\\\n\s*/g, ' ')
  const lines = run
    .split('\n')
    .slice(0, mostLines)
    .map((line) => line.trim())
  const rights = lines.flatMap((line) => commands.find(([pattern]) => pattern.test(line))?.[1] ?? [])
  const others = lines.filter((line) => !line.startsWith('#') && !commands.some(([pattern]) => pattern.test(line)))
  const isHanded = token.test(JSON.stringify(step))
  // The token is there for the commands that are known, and for nothing else.
  if (rights.length > 0 && (!isHanded || others.every((line) => line === '')))
    return others.some((line) => mayWrite.test(line)) ? undefined : rights
  if (isHanded || others.some((line) => mayWrite.test(line))) return undefined
  const scripts = others.flatMap(
    (line) => /(?:^|\s)(?:bash |sh )?(?:\.\/)?([\w./-]+\.(?:sh|py|js|rb|ps1))\b/.exec(line)?.[1] ?? [],
  )
  return scripts.every((path) => !mayWrite.test(repository.text(path.replace(/^\.\//, '')) ?? 'release'))
    ? []
    : undefined
}
