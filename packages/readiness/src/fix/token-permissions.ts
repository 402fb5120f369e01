import { isMap, isScalar } from 'yaml'
import { recipeOf } from '../checks/ci-runs-tests.ts'
import { openWorkflows } from '../checks/supply-chain.ts'
import { textsIn } from '../checks/task-commands.ts'
import type { Workflow } from '../evidence/workflows.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { beforeKey, documentOf, type Insertion, type Mapped, saysTheSame, withLines } from './changed-yaml.ts'
import type { Draft, FixContext } from './fix.ts'

/** What a job may do beside reading the repository, such as `issues: write`. */
type Rights = readonly string[]

/** What well-known actions do, as their pages say. */
const doing: readonly (readonly [uses: RegExp, rights: Rights])[] = [
  [/^actions\/first-interaction@/, ['issues: write', 'pull-requests: write']],
  [/^actions\/stale@/, ['actions: write', 'issues: write', 'pull-requests: write']],
  [/^dessant\/lock-threads@/, ['discussions: write', 'issues: write', 'pull-requests: write']],
  [/^actions\/labeler@/, ['pull-requests: write']],
  [/^(dorny\/paths-filter|amannn\/action-semantic-pull-request)@/, ['pull-requests: read']],
  [
    /^(softprops\/action-gh-release|ncipollo\/release-action|actions\/(create-release|upload-release-asset)|svenstaro\/upload-release-action|peaceiris\/actions-gh-pages|JamesIves\/github-pages-deploy-action|stefanzweifel\/git-auto-commit-action|gradle\/actions\/dependency-submission)@/,
    ['contents: write'],
  ],
  [
    /^(changesets\/action|peter-evans\/create-pull-request|release-drafter\/release-drafter)@/,
    ['contents: write', 'pull-requests: write'],
  ],
  [
    /^(googleapis|google-github-actions)\/release-please-action@/,
    ['contents: write', 'issues: write', 'pull-requests: write'],
  ],
  [/^github\/codeql-action\//, ['actions: read', 'security-events: write']],
  [/^EnricoMi\/publish-unit-test-result-action(\/\w+)?@/, ['checks: write', 'pull-requests: write']],
]

/** Actions that set something up, build or look, and write nothing to the host. All others may do anything. */
const readers =
  /^([\w.-]+\/(setup|install)-[\w-]+|actions\/(checkout|cache(\/\w+)?|upload-artifact|download-artifact)|codecov\/codecov-action|coverallsapp\/github-action|docker\/(build-push-action|metadata-action|bake-action)|gradle\/(actions\/(setup-gradle|wrapper-validation)|wrapper-validation-action|gradle-build-action)|dtolnay\/rust-toolchain|actions-rs\/[\w-]+|Swatinem\/rust-cache|taiki-e\/[\w-]*install[\w-]*|golangci\/golangci-lint-action|astral-sh\/ruff-action|pnpm\/action-setup|haskell(-actions)?\/[\w/-]+|julia-actions\/(julia-[\w-]+|cache)|r-lib\/actions\/[\w-]+|crazy-max\/ghaction-(setup-[\w-]+|import-gpg)|jwlawson\/actions-setup-cmake|ilammy\/msvc-dev-cmd|subosito\/flutter-action|browser-actions\/[\w-]+|mozilla-actions\/sccache-action|cypress-io\/github-action|pypa\/(cibuildwheel|gh-action-pypi-publish)|pre-commit\/action|ludeeus\/action-shellcheck|crate-ci\/typos|DavidAnson\/markdownlint-cli2-action)@/i

/** Settings with which actions do more than they usually do. */
const further = /comment|only-new-issues|dependency-graph|discussion|delete-branch|\bwip\b/i

/** The token of a run, however it is written. */
const token = /secrets\s*\.\s*github_token|github\s*\.\s*token|(secrets|github)\s*\[|toJSON\(\s*(secrets|github)\b/i

/** What a line of a script may do to the host with the credentials that are left behind by the checkout. */
const mayWrite = /\b(gh|hub)\s|\bpush\b|release|deploy|publish|gh-pages|\blerna\b|GITHUB_TOKEN|GH_TOKEN/i

/** A single command of the host that writes one thing. */
const commands: readonly (readonly [line: RegExp, rights: Rights])[] = [
  [/^gh release (create|upload|edit)\b(?!.*discussion)[^;&|$`<>]*$/, ['contents: write']],
  [/^gh pr (comment|edit|close|ready)\b(?!.*delete-branch)[^;&|$`<>]*$/, ['pull-requests: write']],
  [/^gh issue (create|comment|edit|close)\b[^;&|$`<>]*$/, ['issues: write']],
  [/^git push\b[^;&|$`<>]*$/, ['contents: write']],
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

function limited(repository: Repository, { path, permissions, triggers }: Workflow): Draft | undefined {
  const text = repository.text(path) ?? ''
  const document = documentOf(text)
  // What a called workflow may do is decided where it is called.
  if (document === undefined || triggers.includes('workflow_call')) return undefined
  const written =
    permissions === undefined ? added(repository, repository.data(path).value, text, document) : moved(text, document)
  return written === undefined ? undefined : { path, text: written }
}

const reading = ['permissions:', '  contents: read']

/** Permissions to read at the top, and in each job what its steps do. */
function added(repository: Repository, data: unknown, text: string, document: Mapped): string | undefined {
  const jobs = document.get('jobs')
  const place = placeOf(document, 'jobs')
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

/** Where a key stands at the very left. */
function placeOf(document: Mapped, name: string): number | undefined {
  const key = document.contents.items.find((pair) => isScalar(pair.key) && pair.key.value === name)?.key
  return isScalar(key) && !key.anchor ? key.range?.[0] : undefined
}

/** The same permissions, with their comments, in the only job, and less for what may be added later. */
function moved(text: string, document: Mapped): string | undefined {
  const jobs = document.get('jobs')
  const given = document.get('permissions')
  const [job, ...others] = isMap(jobs) ? jobs.items : []
  if (!job || others.length > 0 || !isMap(job.value) || job.value.has('permissions')) return undefined
  const start = placeOf(document, 'permissions')
  const end = isMap(given) && !given.flow && !given.anchor ? given.range?.[1] : undefined
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
  const around = JSON.stringify([at(job, 'env'), at(job, 'container'), at(job, 'services')])
  const found = steps.map((step) => rightsOfStep(repository, step))
  if (token.test(around) || found.some((each) => each === undefined)) return undefined
  const all = [...new Set(found.flatMap((each) => each ?? []))].sort()
  if (all.length === 0) return []
  return all.includes('contents: write') ? all : ['contents: read', ...all]
}

function rightsOfStep(repository: Repository, step: unknown): Rights | undefined {
  const uses = at(step, 'uses')
  if (typeof uses !== 'string') return rightsOfRun(repository, step)
  if (entriesOf(at(step, 'with')).some(([name]) => further.test(name))) return undefined
  if (uses.startsWith('docker/login-action@')) {
    const registry = String(at(step, 'with', 'registry') ?? '')
    if (/^ghcr\.io$|\.pkg\.github\.com$/.test(registry)) return ['packages: write']
    return token.test(JSON.stringify(step)) || registry.includes('${{') ? undefined : []
  }
  const known = doing.find(([pattern]) => pattern.test(uses))?.[1]
  if (known !== undefined) return known
  return readers.test(uses) && !token.test(JSON.stringify(step)) ? [] : undefined
}

const mostLines = 200

function rightsOfRun(repository: Repository, step: unknown): Rights | undefined {
  const run = String(at(step, 'run') ?? '').replace(/\\\n\s*/g, ' ')
  const lines = run.split('\n').map((line) => line.trim())
  if (lines.length > mostLines) return undefined
  const isKnown = (line: string) => commands.some(([pattern]) => pattern.test(line))
  const rights = lines.flatMap((line) => commands.find(([pattern]) => pattern.test(line))?.[1] ?? [])
  const others = lines.filter((line) => line !== '' && !line.startsWith('#') && !isKnown(line))
  // A token is there for the commands that are known, and for nothing else.
  if (token.test(JSON.stringify(step)) && (rights.length === 0 || others.length > 0)) return undefined
  return others.some((line) => [line, ...startedBy(repository, line)].some((text) => mayWrite.test(text)))
    ? undefined
    : rights
}

/** What a line starts: scripts of packages, targets, and files, each as text. What cannot be found may do anything. */
function startedBy(repository: Repository, line: string): string[] {
  const scripts = [...line.matchAll(/\b(?:npm|pnpm|yarn|bun)(?: run)? ([\w:.-]+)/g)].flatMap(([, name = '']) =>
    textsIn(at(repository.data('package.json').value, 'scripts', name)),
  )
  const recipes = [...line.matchAll(/\bmake((?: [\w:.=-]+)*)/g)].flatMap(([, names = '']) =>
    names.split(' ').map((name) => recipeOf(repository, name)),
  )
  const files = [...line.matchAll(/(?<![\w/.-])(?:\.\/)?((?:[\w.-]+\/)*[\w-]+\.(?:sh|py|[cm]?js|ts|rb|pl|ps1))\b/g)]
  const programs = [...line.matchAll(/(?<![\w/.-])\.\/((?:[\w.-]+\/)*[\w-]+)(?=[\s;&|)]|$)/g)]
  const isWrapper = (path: string) => /^(gradlew|mvnw|configure|autogen\.sh)$/.test(path)
  return [
    ...scripts,
    ...recipes,
    ...[...files, ...programs].map(([, path = '']) => (isWrapper(path) ? '' : (repository.text(path) ?? 'release'))),
  ]
}
