import type { Application } from '../applications/application.ts'
import { isShipped } from '../applications/places.ts'
import type { Clues } from '../evidence/evidence.ts'
import { type Finding, fail, findingOf, listed, pass } from '../evidence/finding.ts'
import { firstOf } from '../evidence/traces.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf } from '../repository/json-path.ts'
import { golangci } from '../settings/golangci.ts'
import { ruff } from '../settings/ruff.ts'
import { setsAt } from '../settings/setting.ts'
import { hasProduct, ofApplication, ofRepository, ofServices } from './check.ts'
import { usesDatabase } from './environment.ts'
import { gitignore } from './gitignore.ts'
import { secrets_management } from './secrets.ts'

const updates = {
  near: /^(\.scala-steward\.conf|\.pyup\.yml|updatecli\.ya?ml|\.depfu\.yml)$/,
  below: /^\.(github|gitlab|gitea|forgejo)\/dependabot\.ya?ml$/,
} satisfies Clues

const renovate: Clues = {
  near: /^(\.?renovate(rc)?(\.json[5c]?)?|renovate([-.]config)?\.([cm]?js|json[5c]?))$/,
  below: /^\.(github|gitlab|gitea|forgejo)\/renovate([-.]config)?\.([cm]?js|json[5c]?)$/,
  line: [[/^package\.json$/, /"renovate"\s*:/]],
}

const scanners =
  /codeql-(action(?!\/upload-sarif)|analysis|bundle)|codeql (database|analyze)|semgrep|snyk|trivy|\bbandit\b(?!,)|gosec|govulncheck|cargo[- ](audit|deny|vet)\b|(rustsec|actions-rs|actions-rust-lang)\/audit(-check)?|npm audit|pnpm audit|yarn (npm )?audit|pip-audit|safety (check|scan)|brakeman|bundler?[- ]audit|(bun|deno|uv) audit\b|audit-ci|better-npm-audit|opengrep|\bbearer scan\b|\bbearer\/bearer-action|psalm[^\n]*--taint-analysis|flawfinder|anchore\/scan-action|docker scout|security-devops-action|\bpoutine\b|\b(dotnet[- ])?sonar-?scanner\b|\bsonar:sonar\b|\bgradlew?\b[^\n]{0,200}\bsonar(qube)?\b|\bsonarsource\/|sonar(cloud|qube)(-|(prepare|analyze)@)|\bcheck-audit\b|dependency-review|dependency-check|osv-scanner|grype|zizmor|scorecard-action|checkov|tfsec|composer audit|dotnet (list|package list)[^\n]*--vulnerable|oss-fuzz|cifuzz|clusterfuzz|sobelow|mix (hex|deps)\.audit|njsscan|horusec|\bkics\b|devskim|terrascan|aikido|socketdev|veracode|checkmarx|sensiolabs_security_checker: true|kubescape|uses:[^\n]*security-scan|symfony (check:security|security:check)|local-php-security-checker/i

/** Rules of linters that look for holes. */
const scannerRules = [golangci('gosec'), ruff('S')]

const scannerFiles: Clues = {
  near: /^(\.semgrep.*|\.snyk|\.trivyignore|trivy\.ya?ml|\.bandit|\.checkov(_config)?\.ya?ml|\.gosec.*|\.brakeman.*|sonar-project\.properties|deny\.toml|\.grype\.ya?ml|osv-scanner\.toml|security-scan\.hcl|\.deepsource\.toml|\.?sonarcloud\.properties|\.whitesource)$/,
  below:
    /^\.github\/workflows\/(([\w-]*[-_])?(codeql|sast)([-_]analysis)?|security([-_](review|scan|scanning|audit|analysis|checks?))?|([\w-]*[-_])?(cves?|vulnerabilit(y|ies))[-_]scan(ner|ning)?([-_]\w+)?)\.ya?ml$|^\.release\/security-scan\.hcl$|^\.clusterfuzzlite\/(Dockerfile|build\.sh|project\.yaml)$/,
  dependency:
    /^(pip-audit|safety|brakeman|bundler-audit|eslint-plugin-security|snyk|roave\/security-advisories|dependency-check-.*|org\.owasp\.dependencycheck|findsecbugs-plugin|securitycodescan.*)$/,
  line: [
    [
      /^((?!settings\.)[\w-]+\.gradle(\.kts)?|pom\.xml)$/,
      /dependency-?check|find-?sec-?bugs|org\.sonarqube|sonar-maven-plugin/i,
    ],
    [/^(pyproject\.toml|\.?ruff\.toml)$/, /["']S["']/],
    [/^\.gitlab-ci\.ya?ml$/, /SAST|Dependency-Scanning/],
    // A package of Elixir has the same name.
    [/^(pyproject\.toml|requirements[^/]*\.(txt|in)|setup\.(cfg|py)|Pipfile|tox\.ini)$/, /^\s*["']?bandit\b/m],
  ],
  setting: scannerRules,
}

/** The folder of what the law asks for says more than a word in between. */
function aboutPeople(app: Application): string | undefined {
  const path = [app, ...app.parts]
    .flatMap(({ sources }) => sources)
    .find((each) => /(^|\/)(gdpr|personal[-_]?data)\/[^/]+$/i.test(each) && isShipped(each))
  return path && `${path}:1 is there`
}

/** The checks of the pillar Security. */
export const security = {
  gitignore_comprehensive: gitignore,

  automated_security_review: ofRepository(({ evidence, applications }) => {
    if (!evidence.hasCi) return undefined
    // What CI runs tells more than a package that is there.
    const found =
      listed(...evidence.eachCi(scanners)) ??
      evidence.any({ ...scannerFiles, task: scanners }) ??
      // Each application may have a linter of its own.
      firstOf(applications, (app) => evidence.any({ setting: scannerRules }, app))
    const place = evidence.notable.some((path) => path.startsWith('.github/workflows/')) ? '.github/workflows' : 'CI'
    return findingOf(found, `no security scanner runs; add CodeQL, Semgrep or Trivy to ${place}`)
  }),

  branch_protection: ofRepository(({ repository, evidence }): Finding | undefined => {
    const known = repository.hosting.branchProtection
    if (known === true) return pass('the host protects the default branch')
    if (known === false) return fail('the default branch is not protected; demand a review and a green CI on the host')
    const settings = '.github/settings.yml'
    if (at(repository.data(settings).value, 'branches') !== undefined) {
      return findingOf(
        evidence.lineBelow(/^\.github\/settings\.yml$/, /protection:/),
        `${settings} lists branches without protection; add it`,
      )
    }
    const ofApache = evidence.lineBelow(/^\.asf\.ya?ml$/, /^\s+protected_branches:[ \t]*(?!~|null)(\S|\n\s+\S)/m)
    if (ofApache !== undefined) return pass(ofApache)
    const rules = evidence.below(/^\.github\/rulesets\/.+\.json$/)
    return rules === undefined ? undefined : pass(rules)
  }),

  codeowners: ofRepository(({ repository, evidence }) => {
    const path = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'].find((each) =>
      repository.has(each),
    )
    if (path !== undefined) {
      const lines = (repository.text(path) ?? '').split('\n')
      const rule = lines.findIndex((line) => /^[^#\s[]\S*\s+\S*[@]\S+/.test(line))
      return rule < 0
        ? fail(`${path} names nobody; add a line such as \`* @your-team\``)
        : pass(`${path}:${rule + 1} names owners`)
    }
    const people = repository.namesIn('').find((name) => /^MAINTAINERS(\.\w+)?$/i.test(name))
    const lacks = people === undefined ? 'nobody is named as owner' : `${people} names people, but not of what`
    return findingOf(
      evidence.near(/^OWNERS(\.md|\.txt)?$/),
      `${lacks}; add .github/CODEOWNERS with a line such as \`* @your-team\``,
    )
  }),

  dependency_update_automation: ofRepository(({ evidence, repository }) => {
    const fault = faultOfDependabot(repository)
    if (fault !== undefined) return fail(`${fault}, so nothing updates dependencies; mend it`)
    const found =
      listed(
        ...[
          updatesNothing(repository) ? { near: updates.near } : updates,
          ...(isSwitchedOff(repository) ? [] : [renovate]),
        ].flatMap((each) => evidence.any(each) ?? []),
      ) ??
      // A script that somebody runs by hand is no automation.
      evidence.ci(
        /renovate(?!\[bot\])|updatecli|npm-check-updates|pip-compile --upgrade|cargo upgrade|dotnet-outdated|update-flake-lock@|scala-steward|(uv lock --upgrade|poetry update|bundle update|cargo update|go get -u|npm update|nix flake update|mix deps\.update|composer update)[^#]{0,900}create-pull-request@/,
      )
    return findingOf(found, 'nothing updates dependencies; add .github/dependabot.yml or a renovate.json')
  }),

  secrets_management,

  log_scrubbing: ofApplication((app, { evidence }) => {
    if (app.kind !== 'service') return undefined
    const ofRails = app.paths.find((path) => path.endsWith('config/initializers/filter_parameter_logging.rb'))
    const found = evidence.any(
      {
        library:
          /^(fast-redact|pino-noir|@pinojs\/redact|slow-redact|redact-pii|presidio-.*|scrubadub|logstash-masking.*|destructurama.*|serilog\.enrichers\.sensitive|logstop)$/,
        marker: 'redaction',
      },
      app,
    )
    return findingOf(
      ofRails === undefined ? found : `${ofRails}:1 is there`,
      'nothing keeps secrets out of the logs; switch on the redaction of the logger',
    )
  }),

  min_release_age: ofRepository(({ evidence, repository }) => {
    const found =
      evidence.line(/^\.npmrc$/, /min(imum)?-release-age\s*=/) ??
      evidence.lineBelow(
        /(^|\/)(pnpm-workspace\.yaml|\.yarnrc\.yml|bunfig\.toml|package\.json)$/,
        /(minimumReleaseAge|npmMinimalAgeGate)["']?\s*[:=]\s*["']?(?!0\b)\S/,
      ) ??
      evidence.line(/^(pyproject\.toml|uv\.toml)$/, /exclude-newer/) ??
      evidence.lineBelow(
        /^(\.(github|gitlab|gitea|forgejo)\/)?\.?renovate(rc|[-.]config)?(\.json[5c]?|\.[cm]?js)?$/,
        /\bunpublishSafe\b|(minimumReleaseAge|stabilityDays)(?!["']?\s*:\s*["']?(null|0)\b)/,
      ) ??
      waitingUpdates(repository) ??
      evidence.task(/min-release-age|exclude-newer/)
    const others = repository.has('.github/dependabot.yml') ? '' : ' or a `minimumReleaseAge`'
    return findingOf(found, `new releases are taken at once; set a \`cooldown\` in .github/dependabot.yml${others}`)
  }),

  pii_handling: ofApplication((app, { evidence }) => {
    if (app.kind !== 'service') return undefined
    const marked = evidence.marker('personalData', app)
    const found =
      evidence.library(
        /^(presidio-.*|redact-pii|scrubadub|@47ng\/cloak|prisma-field-encryption|django-cryptography|django-encrypted.*|attr_encrypted|lockbox|cloak(_ecto)?|ecto_vault|blind_index|microsoft\.aspnetcore\.dataprotection|jasypt.*)$/,
        app,
      ) ??
      (marked && (aboutPeople(app) ?? marked)) ??
      evidence.documented(/^(#+|=+) .*\b(personal data|pii|gdpr|data protection|privacy)\b/im) ??
      evidence.shipped(/^(docs?\/(.+\/)?)?PRIVACY([-_]?POLICY)?\.(md|rst|adoc|txt)$/i)
    if (found === undefined && !usesDatabase(app)) return undefined
    return findingOf(
      // Without a database, what is encrypted is on its way, not kept.
      found ?? evidence.marker('encryption', app),
      'nothing tells which data is personal; mark it in the models, or describe it in docs/privacy.md',
    )
  }),

  secret_scanning: ofRepository(({ repository, evidence }): Finding | undefined => {
    const known = repository.hosting.secretScanning
    if (known === true) return pass('the host scans for secrets')
    if (known === undefined && !evidence.hasCi) return undefined
    const found = evidence.any({
      near: /^(\.?gitleaks\.toml|\.gitleaksignore|\.secrets\.baseline|\.gitguardian\.ya?ml|\.secretlintrc.*|\.trufflehog.*|\.talismanrc|\.whispers\.yml)$/,
      dependency: /^(secretlint|@secretlint\/.*|detect-secrets|ggshield|trufflehog)$/,
      below: /^\.github\/secret[-_]scanning\.ya?ml$/,
      file: [[/^\.(github|release)\/(security-)?scan\.hcl$/, /^[ \t]*secrets[ \t]*(=[ \t]*true|\{)/m]],
      task: /(?<!VALIDATE_)gitleaks|VALIDATE_GITLEAKS: *true|trufflehog|ripsecrets|\bkingfisher scan\b|detect-aws-credentials|scanners:[^\n]*\bsecret\b|detect-secrets|ggshield|git-secrets|secretlint|talisman|noseyparker|detect-private-key|Secret-Detection/i,
    })
    return findingOf(found, 'nothing looks for secrets in commits; run gitleaks in CI or in a hook')
  }),

  dast_scanning: ofServices('the running service is not scanned; run OWASP ZAP or Schemathesis in CI', {
    near: /^(\.zap|zap\.ya?ml|stackhawk\.ya?ml|\.nuclei.*|schemathesis\.toml)$/,
    below: /^\.zap\/|(^|\/)(zap|stackhawk|nuclei)([-_.][^/]*)?\.(ya?ml|conf|tsv)$/,
    dependency: /^(schemathesis|dredd|restler|zaproxy|zap-api-.*|python-owasp-zap.*|owasp_zap|@stackhawk\/.*)$/,
    task: /zaproxy|zap-(baseline|full-scan|api-scan)|nuclei|stackhawk|hawkscan|schemathesis|\bdast\b|restler|burp/i,
  }),

  privacy_compliance: ofRepository((subject) => {
    if (!hasProduct(subject)) return undefined
    const { evidence } = subject
    const found =
      evidence.shipped(
        /(^|\/)(PRIVACY|GDPR|DATA[-_]?(PROTECTION|RETENTION|PROCESSING)|RETENTION[-_]?POLIC)[^/]*\.(md|mdx|rst|adoc|html)$/i,
      ) ??
      evidence.dependency(
        /^(vanilla-cookieconsent|cookieconsent|react-cookie-consent|@osano\/.*|klaro|django-gdpr-assist|gdpr_rails|spatie\/laravel-personal-data-export)$/,
      ) ??
      evidence.documented(
        // Headings may be underlined.
        /^[^\n]{0,60}\b(?:privacy policy|data retention|data protection)\b[^\n]{0,60}\n(?:={3,}|-{3,})[ \t]*$|^#+ (?!.*\bprivacy[- ](friendly|first|focus\w*|respecting|preserving|aware|minded))(.*\b(privacy|gdpr|data retention|data protection|ccpa)\b)/im,
      ) ??
      pageOf(
        evidence.path(
          /(^|\/)privacy([-_]?policy)?(\/(page|index))?(\.\w+){0,2}\.(erb|html|haml|slim|tsx|jsx|vue|svelte|php|mdx?)$/i,
          // What answers a request about a policy is not the policy.
          (path) => isShipped(path) && !/(^|\/)controllers?\//i.test(path),
        ),
      )
    return findingOf(found, 'nothing says how personal data is treated; add docs/privacy.md')
  }),
}

/** Whether Renovate is told to do nothing. */
function isSwitchedOff(repository: Repository): boolean {
  return ['renovate.json', '.github/renovate.json', '.renovaterc.json'].some(
    (path) => at(repository.data(path).value, 'enabled') === false,
  )
}

/** Dependabot leaves everything alone if each of its updates ignores all names without a condition. */
function updatesNothing(repository: Repository): boolean {
  const { updates } = dependabotIn(repository)
  const ignoresAll = (update: unknown) =>
    [at(update, 'ignore')].flat().some((each) => at(each, 'dependency-name') === '*' && entriesOf(each).length === 1)
  return updates.length > 0 && updates.every(ignoresAll)
}

/** Dependabot waits if a cooldown has days. */
function waitingUpdates(repository: Repository): string | undefined {
  const { path, updates } = dependabotIn(repository)
  const days = updates.flatMap((each) => entriesOf(at(each, 'cooldown')).map(([, value]) => Number(value)))
  return path && days.some((each) => each > 0) ? setsAt(repository, path, 'cooldown') : undefined
}

/** What keeps Dependabot from reading its settings. */
function faultOfDependabot(repository: Repository): string | undefined {
  const { path } = dependabotIn(repository)
  return path && repository.data(path).fault
}

/** The settings of Dependabot on its own host, and what they update. */
export function dependabotIn(repository: Repository): {
  readonly path: string | undefined
  readonly updates: unknown[]
} {
  const path = ['.github/dependabot.yml', '.github/dependabot.yaml'].find((each) => repository.has(each))
  const updates = path && at(repository.data(path).value, 'updates')
  return { path, updates: [updates].flat().filter((each) => each !== undefined) }
}

function pageOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : `${path}:1 is there`
}
