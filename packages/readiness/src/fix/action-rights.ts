import { at, entriesOf } from '../repository/json-path.ts'

/** What a job may do beside reading the repository, such as `issues: write`. */
export type Rights = readonly string[]

/** The token of a run, however it is written. */
export const token =
  /secrets\s*\.\s*github_token|github\s*\.\s*token|(secrets|github)\s*\[|toJSON\(\s*(secrets|github)\b/i

/** What well-known actions do, as their pages say. */
const doing: readonly (readonly [uses: RegExp, rights: Rights])[] = [
  [/^actions\/first-interaction@/, ['issues: write', 'pull-requests: write']],
  [/^actions\/stale@/, ['actions: write', 'issues: write', 'pull-requests: write']],
  [/^dessant\/lock-threads@/, ['discussions: write', 'issues: write', 'pull-requests: write']],
  [
    /^(actions\/labeler|marocchino\/sticky-pull-request-comment|thollander\/actions-comment-pull-request)@/,
    ['pull-requests: write'],
  ],
  [
    /^(dorny\/paths-filter|amannn\/action-semantic-pull-request|tj-actions\/changed-files|dependabot\/fetch-metadata|wagoid\/commitlint-github-action)@/,
    ['pull-requests: read'],
  ],
  [/^peter-evans\/find-comment@/, ['issues: read', 'pull-requests: read']],
  [/^nrwl\/nx-set-shas@/, ['actions: read']],
  [
    /^(softprops\/action-gh-release|ncipollo\/release-action|actions\/(create-release|upload-release-asset)|svenstaro\/upload-release-action|peaceiris\/actions-gh-pages|JamesIves\/github-pages-deploy-action|stefanzweifel\/git-auto-commit-action|gradle\/actions\/dependency-submission|EndBug\/add-and-commit)@/,
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
  [/^mikepenz\/action-junit-report@/, ['checks: write']],
  [
    /^(peter-evans\/create-or-update-comment|actions-ecosystem\/action-(add|remove)-labels|andymckay\/labeler)@/,
    ['issues: write', 'pull-requests: write'],
  ],
  [/^actions\/deploy-pages@/, ['id-token: write', 'pages: write']],
  [/^actions\/configure-pages@/, ['pages: read']],
]

/** Actions that set something up, build or look, and write nothing to the host. All others may do anything. */
const readers =
  /^([\w.-]+\/(setup|install)-[\w-]+|actions\/(checkout|cache(\/\w+)?|upload-artifact(\/merge)?|download-artifact|upload-pages-artifact|create-github-app-token)|codecov\/codecov-action|coverallsapp\/github-action|(docker|useblacksmith)\/build-push-action|docker\/(metadata-action|bake-action)|gradle\/(actions\/(setup-gradle|wrapper-validation)|wrapper-validation-action|gradle-build-action)|dtolnay\/rust-toolchain|actions-rs\/[\w-]+|Swatinem\/rust-cache|taiki-e\/[\w-]*install[\w-]*|baptiste0928\/cargo-install|cargo-bins\/cargo-binstall|EmbarkStudios\/cargo-deny-action|golangci\/golangci-lint-action|astral-sh\/ruff-action|pnpm\/action-setup|ramsey\/composer-install|haskell(-actions)?\/[\w/-]+|julia-actions\/(julia-[\w-]+|cache)|r-lib\/actions\/[\w-]+|crazy-max\/ghaction-(setup-[\w-]+|import-gpg)|jwlawson\/actions-setup-cmake|ilammy\/msvc-dev-cmd|subosito\/flutter-action|browser-actions\/[\w-]+|mozilla-actions\/sccache-action|cypress-io\/github-action|pypa\/(cibuildwheel|gh-action-pypi-publish)|pre-commit\/action|ludeeus\/action-shellcheck|crate-ci\/typos|DavidAnson\/markdownlint-cli2-action|hadolint\/hadolint-action|lycheeverse\/lychee-action|jlumbroso\/free-disk-space|helm\/(chart-testing|kind)-action|slackapi\/slack-github-action|Ilshidur\/action-discord|sarisia\/actions-status-discord|peter-evans\/dockerhub-description|cachix\/[\w-]+|DeterminateSystems\/[\w-]+|aws-actions\/configure-aws-credentials|google-github-actions\/auth|azure\/login|(aquasecurity\/trivy|anchore\/scan|jdx\/mise|obi1kenobi\/cargo-semver-checks|PyO3\/maturin)-action|securego\/gosec|sigstore\/cosign-installer|aws-actions\/amazon-ecr-login|CodSpeedHQ\/action|google\/oss-fuzz\/[\w/-]+)@/i

/** These get the token only to be let in, or to be allowed more downloads. */
const readsWithToken =
  /^([\w.-]+\/setup-[\w-]+|actions\/(checkout|cache)|golangci\/golangci-lint-action|codecov\/codecov-action|coverallsapp\/github-action|dtolnay\/rust-toolchain|taiki-e\/[\w-]*install[\w-]*|lycheeverse\/lychee-action)@/i

/** These do with the token that they are given what others do with that of the run. */
const withOtherToken =
  /^(peter-evans\/(repository-dispatch|create-pull-request|create-or-update-comment)|actions\/(add-to-project|stale|labeler)|stefanzweifel\/git-auto-commit-action|(googleapis|google-github-actions)\/release-please-action|softprops\/action-gh-release|benc-uk\/workflow-dispatch)@/

/** Settings with which actions do more than they usually do. */
const further =
  /comment(?!-(id|author|tag)$)|only-new-issues|dependency-graph|discussion|delete-branch|enablement|\bwip\b/i

/** What an action of others does with the token of a run; `undefined` if that is unknown. */
export function rightsOfAction(uses: string, step: unknown): Rights | undefined {
  const settings = entriesOf(at(step, 'with'))
  if (uses.startsWith('actions/github-script@')) return rightsOfScript(step)
  if (withOtherToken.test(uses) && settings.some(([name, value]) => isOtherToken(name, value)))
    return token.test(JSON.stringify(step)) ? undefined : []
  const known = doing.find(([pattern]) => pattern.test(uses))?.[1]
  if (settings.some(([name]) => further.test(name)) && !uses.startsWith('peter-evans/create-or-update-comment@'))
    return undefined
  if (uses.startsWith('docker/login-action@')) {
    const registry = String(at(step, 'with', 'registry') ?? '')
    if (/^ghcr\.io$|\.pkg\.github\.com$/.test(registry)) return ['packages: write']
    return token.test(JSON.stringify(step)) || registry.includes('${{') ? undefined : []
  }
  // It then writes into the log of the run alone.
  if (at(step, 'with', 'annotate_only') === true) return []
  if (known !== undefined) return known
  if (uses.startsWith('actions/download-artifact@') && token.test(JSON.stringify(step))) return ['actions: read']
  if (!readers.test(uses)) return undefined
  const seen = readsWithToken.test(uses) ? at(step, 'env') : step
  return token.test(JSON.stringify(seen ?? '')) ? undefined : []
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
const furtherCalls = /^(pulls\.(merge|updateBranch)|repos\.\w*(Status|Deploy|Page|Hook|Key|Collab|Protection)\w*)$/

/** What a script of the host calls, if it names each call plainly. */
function rightsOfScript(step: unknown): Rights | undefined {
  const script = String(at(step, 'with', 'script') ?? '').replace(/\$\{\{.*?\}\}/g, '')
  const calls = [...script.matchAll(/\bgithub\.(?:rest\.)?(\w+\.\w+)/g)].map(([, call = '']) => call)
  const others = script.replace(
    /\bgithub\.(rest\.)?\w+\.\w+|\bgithub\.paginate\b|require\(['"](node:)?(fs|path|os)['"]\)/g,
    '',
  )
  const isHidden = /\b(github|octokit|require|import|fetch|token)\b|\b(exec|spawn|eval)\w*\(/.test(others)
  if (isHidden || token.test(JSON.stringify(step)) || at(step, 'with', 'github-token') !== undefined) return undefined
  const rights = calls.map((call) => {
    const [subject = '', verb = ''] = call.split('.')
    if (furtherCalls.test(call)) return undefined
    const level = /^(get|list|search|compare|check|download)/.test(verb) ? 'read' : 'write'
    return subjects[subject]?.map((each) => `${each}: ${level}`)
  })
  return rights.some((each) => each === undefined) ? undefined : together(rights.flatMap((each) => each ?? []))
}

/** Rights without those that a wider one contains. */
export function together(rights: Rights): Rights {
  const all = new Set(rights)
  return [...all].filter((each) => !all.has(each.replace(/: read$/, ': write')) || each.endsWith(': write')).sort()
}
