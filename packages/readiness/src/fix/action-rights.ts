import { at, entriesOf } from '../repository/json-path.ts'

/** What a job may do beside reading the repository, such as `issues: write`. */
export type Rights = readonly string[]

/** The token of a run, however it is written. */
const token = /secrets\s*\.\s*github_token|github\s*\.\s*token|(secrets|github)\s*\[|toJSON\(\s*(secrets|github)\b/i

/** Whether data name the token of a run. */
export function namesToken(...values: readonly unknown[]): boolean {
  return token.test(JSON.stringify(values))
}

/** What well-known actions do with the token of a run, as their pages say. */
const doing: Readonly<Record<string, Rights>> = {
  'actions-ecosystem/action-add-labels': ['issues: write', 'pull-requests: write'],
  'actions-ecosystem/action-remove-labels': ['issues: write', 'pull-requests: write'],
  'actions/configure-pages': ['pages: read'],
  'actions/create-release': ['contents: write'],
  'actions/deploy-pages': ['id-token: write', 'pages: write'],
  'actions/first-interaction': ['issues: write', 'pull-requests: write'],
  'actions/labeler': ['issues: write', 'pull-requests: write'],
  'actions/stale': ['actions: write', 'issues: write', 'pull-requests: write'],
  'actions/upload-release-asset': ['contents: write'],
  'amannn/action-semantic-pull-request': ['pull-requests: read'],
  'andymckay/labeler': ['issues: write', 'pull-requests: write'],
  'changesets/action': ['contents: write', 'pull-requests: write'],
  'dependabot/fetch-metadata': ['pull-requests: read'],
  'dessant/lock-threads': ['discussions: write', 'issues: write', 'pull-requests: write'],
  'dorny/paths-filter': ['pull-requests: read'],
  'endbug/add-and-commit': ['contents: write'],
  'enricomi/publish-unit-test-result-action': ['checks: write', 'issues: read', 'pull-requests: write'],
  'enricomi/publish-unit-test-result-action/macos': ['checks: write', 'issues: read', 'pull-requests: write'],
  'enricomi/publish-unit-test-result-action/windows': ['checks: write', 'issues: read', 'pull-requests: write'],
  'github/codeql-action/analyze': ['actions: read', 'security-events: write'],
  'github/codeql-action/autobuild': ['actions: read', 'security-events: write'],
  'github/codeql-action/init': ['actions: read', 'security-events: write'],
  'github/codeql-action/upload-sarif': ['actions: read', 'security-events: write'],
  'google-github-actions/release-please-action': ['contents: write', 'issues: write', 'pull-requests: write'],
  'googleapis/release-please-action': ['contents: write', 'issues: write', 'pull-requests: write'],
  'gradle/actions/dependency-submission': ['contents: write'],
  'jamesives/github-pages-deploy-action': ['contents: write'],
  'marocchino/sticky-pull-request-comment': ['pull-requests: write'],
  'mikepenz/action-junit-report': ['checks: write'],
  'ncipollo/release-action': ['contents: write'],
  'nrwl/nx-set-shas': ['actions: read'],
  'peaceiris/actions-gh-pages': ['contents: write'],
  'peter-evans/create-or-update-comment': ['issues: write', 'pull-requests: write'],
  'peter-evans/create-pull-request': ['contents: write', 'pull-requests: write'],
  'peter-evans/find-comment': ['issues: read', 'pull-requests: read'],
  'release-drafter/release-drafter': ['contents: write', 'pull-requests: write'],
  'softprops/action-gh-release': ['contents: write'],
  'stefanzweifel/git-auto-commit-action': ['contents: write'],
  'svenstaro/upload-release-action': ['contents: write'],
  'thollander/actions-comment-pull-request': ['pull-requests: write'],
  'tj-actions/changed-files': ['pull-requests: read'],
  'wagoid/commitlint-github-action': ['pull-requests: read'],
}

/** Actions that build or look, and write nothing to the host. */
const readers = new Set([
  'actions-rs/toolchain',
  'actions/cache',
  'actions/cache/restore',
  'actions/cache/save',
  'actions/checkout',
  'actions/create-github-app-token',
  'actions/upload-artifact',
  'actions/upload-artifact/merge',
  'actions/upload-pages-artifact',
  'anchore/scan-action',
  'aquasecurity/trivy-action',
  'astral-sh/ruff-action',
  'aws-actions/amazon-ecr-login',
  'aws-actions/configure-aws-credentials',
  'azure/login',
  'baptiste0928/cargo-install',
  'cachix/cachix-action',
  'cargo-bins/cargo-binstall',
  'codecov/codecov-action',
  'codspeedhq/action',
  'coverallsapp/github-action',
  'crate-ci/typos',
  'crazy-max/ghaction-import-gpg',
  'davidanson/markdownlint-cli2-action',
  'determinatesystems/determinate-nix-action',
  'determinatesystems/flake-checker-action',
  'determinatesystems/magic-nix-cache-action',
  'determinatesystems/nix-installer-action',
  'docker/bake-action',
  'docker/build-push-action',
  'docker/metadata-action',
  'dtolnay/rust-toolchain',
  'embarkstudios/cargo-deny-action',
  'golangci/golangci-lint-action',
  'google-github-actions/auth',
  'google/oss-fuzz/infra/cifuzz/actions/build_fuzzers',
  'google/oss-fuzz/infra/cifuzz/actions/run_fuzzers',
  'gradle/actions/wrapper-validation',
  'gradle/wrapper-validation-action',
  'hadolint/hadolint-action',
  'haskell-actions/setup',
  'haskell/actions/setup',
  'helm/chart-testing-action',
  'helm/kind-action',
  'ilammy/msvc-dev-cmd',
  'ilshidur/action-discord',
  'jdx/mise-action',
  'jlumbroso/free-disk-space',
  'julia-actions/cache',
  'julia-actions/julia-buildpkg',
  'julia-actions/julia-processcoverage',
  'julia-actions/julia-runtest',
  'jwlawson/actions-setup-cmake',
  'ludeeus/action-shellcheck',
  'lycheeverse/lychee-action',
  'mozilla-actions/sccache-action',
  'obi1kenobi/cargo-semver-checks-action',
  'peter-evans/dockerhub-description',
  'pnpm/action-setup',
  'pre-commit/action',
  'pyo3/maturin-action',
  'pypa/cibuildwheel',
  'pypa/gh-action-pypi-publish',
  'r-lib/actions/check-r-package',
  'r-lib/actions/setup-pandoc',
  'r-lib/actions/setup-r',
  'r-lib/actions/setup-r-dependencies',
  'r-lib/actions/setup-tinytex',
  'ramsey/composer-install',
  'sarisia/actions-status-discord',
  'securego/gosec',
  'sigstore/cosign-installer',
  'slackapi/slack-github-action',
  'subosito/flutter-action',
  'swatinem/rust-cache',
  'useblacksmith/build-push-action',
])

/** What is called so sets something up. */
const setsUp = /^[\w.-]+\/(?:[\w.-]+\/)?(setup|install)-[\w-]+$|^taiki-e\/[\w-]*install[\w-]*$/

/** These get the token only to be let in, or to be allowed more downloads. */
const readsWithToken =
  /^[\w.-]+\/setup-[\w-]+$|^taiki-e\/|^(actions\/(checkout|cache)|golangci\/golangci-lint-action|codecov\/codecov-action|coverallsapp\/github-action|dtolnay\/rust-toolchain|lycheeverse\/lychee-action)$/

/** These do with a token that they are given what they would do with that of the run. */
const takesToken = new Set([
  'actions/add-to-project',
  'actions/labeler',
  'actions/stale',
  'benc-uk/workflow-dispatch',
  'google-github-actions/release-please-action',
  'googleapis/release-please-action',
  'peter-evans/create-or-update-comment',
  'peter-evans/create-pull-request',
  'peter-evans/repository-dispatch',
  'softprops/action-gh-release',
])

/** Settings with which actions do more than they usually do. */
const moreSettings =
  /comment(?!-(id|author|tag)$)|only-new-issues|dependency-graph|discussion|delete-branch|enablement|\bwip\b/i

/** Those for whom such a setting is usual. */
const comments = new Set(['peter-evans/create-or-update-comment', 'thollander/actions-comment-pull-request'])

/** Whether an action is set to do more than it usually does. */
export function doesMore(step: unknown): boolean {
  const name = actionOf(String(at(step, 'uses')))
  return !comments.has(name) && entriesOf(at(step, 'with')).some(([key]) => moreSettings.test(key))
}

function actionOf(uses: string): string {
  return uses.toLowerCase().split('@')[0] ?? ''
}

/** What an action of others does with the token of a run; `undefined` if that is unknown. */
export function rightsOfAction(uses: string, step: unknown): Rights | undefined {
  const name = actionOf(uses)
  const settings = entriesOf(at(step, 'with'))
  const hasToken = namesToken(step)
  if (name === 'actions/github-script') return hasToken ? undefined : rightsOfScript(step)
  if (name === 'docker/login-action') return rightsOfLogin(step, hasToken)
  if (name === 'actions/download-artifact') return hasToken ? ['actions: read'] : []
  if (takesToken.has(name) && settings.some(([key, value]) => isOtherToken(key, value)))
    return hasToken ? undefined : []
  // It then writes into the log of the run alone.
  if (at(step, 'with', 'annotate_only') === true) return []
  const known = doing[name]
  if (known !== undefined) return known
  if (!readers.has(name) && !setsUp.test(name)) return undefined
  const isGiven = readsWithToken.test(name) ? namesToken(at(step, 'env')) : hasToken
  return isGiven ? undefined : []
}

function rightsOfLogin(step: unknown, hasToken: boolean): Rights | undefined {
  const registry = String(at(step, 'with', 'registry') ?? '')
  if (/^ghcr\.io$|\.pkg\.github\.com$/.test(registry)) return ['packages: write']
  return hasToken || registry.includes('${{') ? undefined : []
}

/** A secret of the repository, or what an app of the host was given. */
function isOtherToken(name: string, value: unknown): boolean {
  return (
    /^((github|repo|gh|personal)[-_]?)?(access[-_]?)?token$/i.test(name) &&
    /^\$\{\{ *(secrets\.(?!github_token\b)\w+|steps\.[\w-]+\.outputs\.[\w-]*token[\w-]*) *\}\}$/i.test(String(value))
  )
}

/** What calls of the host are about. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  actions: ['actions'],
  checks: ['checks'],
  git: ['contents'],
  issues: ['issues', 'pull-requests'],
  pulls: ['pull-requests'],
  repos: ['contents'],
}

/** Calls that do more than their names say, or are about something else. */
const otherCalls =
  /^(pulls\.(merge|updateBranch)|repos\.\w*(Status|Deploy|Page|Hook|Key|Collab|Protection|PullRequest)\w*)$/

/** Ways to the host beside plain calls. */
const hiddenWays =
  /\b(github|octokit|getOctokit|\w*require\w*|import|fetch|token|globalThis|eval)\b|\bexec\.|(?<![.\w])(exec|spawn)\w*\(/

const longestScript = 20_000

/** What a script of the host calls, if it names each call plainly. */
function rightsOfScript(step: unknown): Rights | undefined {
  const written = String(at(step, 'with', 'script') ?? '')
  // What begins a line is code, which only the run knows.
  if (written.length > longestScript || /^[ \t]*\$\{\{/m.test(written)) return undefined
  const script = written.replace(/\$\{\{[^{}]*\}\}/g, '')
  const calls = [...script.matchAll(/\bgithub\.(?:rest\.)?(\w+\.\w+)/g)].map(([, call = '']) => call)
  const others = script.replace(
    /\bgithub\.paginate\((?=\s*github\.)|\bgithub\.(rest\.)?\w+\.\w+|require\(['"](node:)?(fs|path|os)['"]\)/g,
    '',
  )
  if (hiddenWays.test(others) || at(step, 'with', 'github-token') !== undefined) return undefined
  const rights = calls.map((call) => {
    const [subject = '', verb = ''] = call.split('.')
    if (otherCalls.test(call)) return undefined
    const level = /^(get|list|search|compare|check|download)/.test(verb) ? 'read' : 'write'
    return subjects[subject]?.map((each) => `${each}: ${level}`)
  })
  return rights.includes(undefined) ? undefined : together(rights.flatMap((each) => each ?? []))
}

/** Rights without those that a wider one contains. */
export function together(rights: Rights): Rights {
  const all = new Set(rights)
  return [...all].filter((each) => each.endsWith(': write') || !all.has(each.replace(/: read$/, ': write'))).sort()
}
