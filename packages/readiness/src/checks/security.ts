import type { Application } from '../applications/application.ts'
import { directoryOf, isForeign, isForTests, isShipped, joinPath, nameOf, upwards } from '../applications/places.ts'
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
import { gitignore, loadsVariables } from './gitignore.ts'

const secretFiles =
  /(^|\/)(\.env(\.(local|production|staging|prod))?|id_(rsa|dsa|ecdsa|ed25519)|[^/]*\.(pfx|p12|keystore|jks)|credentials\.json|service-account[^/]*\.json|secrets\.ya?ml|terraform\.tfstate|\.npmrc\.local|\.pgpass|\.netrc)$/i

/** Certificates and public keys have the same names, so that the content decides. */
const keyFiles = /\.(key|pem)$/i

const keyStores = /\.(keystore|jks|p12|pfx)$|(^|\/)id_(rsa|dsa|ecdsa|ed25519)$/i

const isKey = (path: string) => keyFiles.test(path) || keyStores.test(path)

/** Keys that stand in for real ones. */
const stoodIn =
  /test|suites?\/|acceptance|\bci\b|integration|bdd|stub|mock|fake|example|sample|demo|debug|dev|local|fixture|dummy|insecure|interop|conformance/i

/** Places where things are only tried; Perl keeps its tests in the shortest one. */
const tried = /(^|\/)(t|playgrounds?|demos?|[\w-]+-examples?)\//i

/** Files that show or try how a program is used. */
const trials = /(^|\/)(examples?|samples?|tests?|fuzz(ing)?)\/|[._-]test\.\w+$/i

const updates: Clues = {
  near: /^(\.?renovate(rc)?(\.json5?)?|renovate([-.]config)?\.([cm]?js|json5?)|\.scala-steward\.conf|\.pyup\.yml|updatecli\.ya?ml|\.depfu\.yml)$/,
  below: /^\.(github|gitlab|gitea|forgejo)\/(dependabot\.ya?ml|renovate([-.]config)?\.([cm]?js|json5?))$/,
  line: [[/^package\.json$/, /"renovate"\s*:/]],
}

const scanners =
  /codeql-(action(?!\/upload-sarif)|analysis|bundle)|codeql (database|analyze)|semgrep|snyk|trivy|\bbandit\b(?!,)|gosec|govulncheck|cargo[- ](audit|deny|vet)\b|(rustsec|actions-rs|actions-rust-lang)\/audit(-check)?|npm audit|pnpm audit|yarn (npm )?audit|pip-audit|safety (check|scan)|brakeman|bundler?[- ]audit|(bun|deno|uv) audit\b|audit-ci|better-npm-audit|opengrep|\bbearer\b[^\n]*(scan|action)|psalm[^\n]*--taint-analysis|flawfinder|anchore\/scan-action|docker scout|security-devops-action|\bpoutine\b|\bsonar-scanner\b|\bsonar:sonar\b|\bsonarsource\/|sonar(cloud|qube)-|dependency-review|dependency-check|osv-scanner|grype|zizmor|scorecard-action|checkov|tfsec|composer audit|dotnet (list|package list)[^\n]*--vulnerable|oss-fuzz|cifuzz|clusterfuzz|sobelow|mix (hex|deps)\.audit|njsscan|horusec|\bkics\b|devskim|terrascan|aikido|socketdev|veracode|checkmarx|sensiolabs_security_checker: true|kubescape|uses:[^\n]*security-scan|symfony (check:security|security:check)|local-php-security-checker/i

const scannerFiles: Clues = {
  near: /^(\.semgrep.*|\.snyk|\.trivyignore|trivy\.ya?ml|\.bandit|\.checkov\.ya?ml|\.gosec.*|\.brakeman.*|sonar-project\.properties|deny\.toml|\.grype\.ya?ml|osv-scanner\.toml|security-scan\.hcl|\.deepsource\.toml|\.?sonarcloud\.properties|\.whitesource)$/,
  below: /^\.release\/security-scan\.hcl$|^\.clusterfuzzlite\/(Dockerfile|build\.sh|project\.yaml)$/,
  dependency:
    /^(pip-audit|safety|brakeman|bundler-audit|eslint-plugin-security|snyk|roave\/security-advisories|dependency-check-.*|org\.owasp\.dependencycheck|findsecbugs-plugin|securitycodescan.*)$/,
  line: [
    [/^(build\.gradle(\.kts)?|pom\.xml)$/, /dependency-?check|find-?sec-?bugs|org\.sonarqube|sonar-maven-plugin/i],
    [/^(pyproject\.toml|\.?ruff\.toml)$/, /["']S["']/],
    [/^\.gitlab-ci\.ya?ml$/, /SAST|Dependency-Scanning/],
    // A package of Elixir has the same name.
    [/^(pyproject\.toml|requirements[^/]*\.(txt|in)|setup\.(cfg|py)|Pipfile|tox\.ini)$/, /^\s*["']?bandit\b/m],
  ],
  setting: [golangci('gosec'), ruff('S')],
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

  automated_security_review: ofRepository(({ evidence }) => {
    if (!evidence.hasCi) return undefined
    // What CI runs tells more than a package that is there.
    const found = listed(...evidence.eachCi(scanners)) ?? evidence.any({ ...scannerFiles, task: scanners })
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

  dependency_update_automation: ofRepository(({ evidence }) => {
    const found =
      evidence.any(updates) ??
      // A script that somebody runs by hand is no automation.
      evidence.ci(
        /renovate(?!\[bot\])|updatecli|npm-check-updates|pip-compile --upgrade|cargo upgrade|dotnet-outdated|update-flake-lock@|scala-steward|(uv lock --upgrade|poetry update|bundle update|cargo update|go get -u|npm update|nix flake update|mix deps\.update|composer update)[^#]{0,900}create-pull-request@/,
      )
    return findingOf(found, 'nothing updates dependencies; add .github/dependabot.yml or a renovate.json')
  }),

  secrets_management: ofRepository((subject) => {
    const { repository, evidence, applications } = subject
    const named = repository.paths.filter((path) => secretFiles.test(path) || keyFiles.test(path))
    const tracked = named.find(
      (path) =>
        !isForeign(path) &&
        !isForTests(path) &&
        !tried.test(path) &&
        !(isKey(path) && stoodIn.test(path)) &&
        holdsSecrets(path, repository.text(path)) &&
        !(isKey(path) && (isTriedOut(path, repository) || isMadeHere(path, repository))),
    )
    if (tracked !== undefined) return fail(`${tracked} may hold secrets; take it out of the repository and ignore it`)
    const harmless = harmlessFile(named, repository)
    const found =
      evidence.line(/^\.gitignore$/, /(^|\/)\*?\.env|\.env\*?$/m) ??
      firstOf(applications, (app) => evidence.line(/^\.gitignore$/, /(^|\/)\*?\.env|\.env\*?$/m, app)) ??
      evidence.below(
        /(^|\/)(\.sops\.ya?ml|\.doppler\.ya?ml|\.infisical\.json|vault\.hcl|secretspec\.toml|fnox\.toml)$|(^|\/)[^/]*(sealed-?secret|external-?secret)[^/]*\.ya?ml$/i,
      ) ??
      evidence.dependency(
        /^(node-vault|hvac|@aws-sdk\/client-secrets-manager|@google-cloud\/secret-manager|google-cloud-secret-manager|@azure\/keyvault-secrets|azure-keyvault-secrets|azure\.security\.keyvault.*|@infisical\/sdk|doppler.*|vaultrs|spring-cloud-starter-vault-config|github\.com\/hashicorp\/vault\/api)$/,
      ) ??
      // A token of a service that only shows something is the least secret.
      evidence.ciFile(/\$\{\{\s*secrets\.(?!(GITHUB|CODECOV|COVERALLS\w*)_TOKEN\b|github_token\b)/) ??
      evidence.ciFile(
        /\$\{\{\s*secrets\.(?!GITHUB_TOKEN\b|github_token\b)|\bvault\b|secretsmanager|op run\b|doppler run|sops -d/,
      )
    const ignored = repository.has('.gitignore') ? '.gitignore:1 says what is not tracked' : undefined
    if (found === undefined && !loadsVariables(subject))
      return pass([
        'no file of secrets is tracked, and none is read, as the host would show',
        ...(ignored ? [ignored] : []),
        ...(harmless ? [harmless] : []),
      ])
    return findingOf(
      found && listed(found, found.startsWith('.gitignore:') ? undefined : ignored, harmless),
      'nothing keeps secrets out of the repository; add .env to .gitignore',
    )
  }),

  log_scrubbing: ofApplication((app, { evidence }) => {
    if (app.kind !== 'service') return undefined
    const ofRails = app.paths.find((path) => path.endsWith('config/initializers/filter_parameter_logging.rb'))
    const found = evidence.any(
      {
        library:
          /^(fast-redact|pino-noir|@pinojs\/redact|slow-redact|redact-pii|presidio-.*|scrubadub|logstash-masking.*|destructurama.*|serilog\.enrichers\.sensitive|secrecy|veil|logstop)$/,
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
        /^(\.(github|gitlab|gitea|forgejo)\/)?\.?renovate(rc|[-.]config)?(\.json5?|\.[cm]?js)?$/,
        /\bunpublishSafe\b|(minimumReleaseAge|stabilityDays)(?!["']?\s*:\s*["']?(null|0)\b)/,
      ) ??
      waitingUpdates(repository) ??
      evidence.task(/min-release-age|exclude-newer/)
    return findingOf(
      found,
      'new releases are taken at once; set a `cooldown` in .github/dependabot.yml or a `minimumReleaseAge`',
    )
  }),

  pii_handling: ofApplication((app, { evidence }) => {
    if (app.kind !== 'service' || !usesDatabase(app)) return undefined
    const marked = evidence.marker('personalData', app)
    const found =
      evidence.library(
        /^(presidio-.*|redact-pii|scrubadub|@47ng\/cloak|prisma-field-encryption|django-cryptography|django-encrypted.*|attr_encrypted|lockbox|blind_index|microsoft\.aspnetcore\.dataprotection|jasypt.*)$/,
        app,
      ) ??
      (marked && (aboutPeople(app) ?? marked)) ??
      evidence.documented(/^#+ .*\b(personal data|pii|gdpr|data protection|privacy)\b/im)
    return findingOf(
      found,
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
      below: /^\.github\/secret_scanning\.ya?ml$/,
      task: /gitleaks|trufflehog|ripsecrets|\bkingfisher scan\b|detect-aws-credentials|scanners:[^\n]*\bsecret\b|detect-secrets|ggshield|git-secrets|secretlint|talisman|noseyparker|detect-private-key|Secret-Detection/i,
    })
    return findingOf(found, 'nothing looks for secrets in commits; run gitleaks in CI or in a hook')
  }),

  dast_scanning: ofServices('the running service is not scanned; run OWASP ZAP or Schemathesis in CI', {
    near: /^(\.zap|zap\.ya?ml|stackhawk\.ya?ml|\.nuclei.*|schemathesis\.toml)$/,
    below: /^\.zap\/|(^|\/)(zap|stackhawk|nuclei)([-_.][^/]*)?\.(ya?ml|conf|tsv)$/,
    dependency: /^(schemathesis|dredd|restler|@stackhawk\/.*)$/,
    task: /zaproxy|zap-(baseline|full-scan|api-scan)|nuclei|stackhawk|hawkscan|schemathesis|\bdast\b|restler|burp/i,
  }),

  privacy_compliance: ofRepository((subject) => {
    if (!hasProduct(subject)) return undefined
    const { evidence } = subject
    const found =
      evidence.shipped(
        /(^|\/)(PRIVACY|GDPR|DATA[-_]?(PROTECTION|RETENTION|PROCESSING))[^/]*\.(md|mdx|rst|adoc|html)$/i,
      ) ??
      evidence.dependency(
        /^(vanilla-cookieconsent|cookieconsent|react-cookie-consent|@osano\/.*|klaro|django-gdpr-assist|gdpr_rails|spatie\/laravel-personal-data-export)$/,
      ) ??
      evidence.documented(
        /^#+ (?!.*\bprivacy[- ](friendly|first|focus\w*|respecting|preserving|aware|minded))(.*\b(privacy|gdpr|data retention|data protection|ccpa)\b)/im,
      ) ??
      pageOf(
        evidence.path(
          /(^|\/)privacy([-_]?policy)?(\/(page|index))?(\.\w+){0,2}\.(erb|html|haml|slim|tsx|jsx|vue|svelte|php|mdx?)$/i,
          isShipped,
        ),
      )
    return findingOf(found, 'nothing says how personal data is treated; add docs/privacy.md')
  }),
}

/** Dependabot waits if a cooldown has days. */
function waitingUpdates(repository: Repository): string | undefined {
  const path = ['.github/dependabot.yml', '.github/dependabot.yaml'].find((each) => repository.has(each))
  const updates = path && at(repository.data(path).value, 'updates')
  const days = [updates].flat().flatMap((each) => entriesOf(at(each, 'cooldown')).map(([, value]) => Number(value)))
  return path && days.some((each) => each > 0) ? setsAt(repository, path, 'cooldown') : undefined
}

function pageOf(path: string | undefined): string | undefined {
  return path === undefined ? undefined : `${path}:1 is there`
}

/** More would take longer than it tells. */
const mostTrials = 500

/** Whether an example or a test names a key, or the folder that it is in: then everybody may know it. */
function isTriedOut(path: string, repository: Repository): boolean {
  const folders = path.split('/')
  if (folders.length < 2) return false
  const names = [folders.slice(-2).join('/'), ...(folders.length > 2 ? [`${folders.slice(-3, -1).join('/')}/`] : [])]
  return repository.paths
    .filter((each) => trials.test(each))
    .slice(0, mostTrials)
    .some((each) => names.some((name) => repository.text(each)?.includes(name)))
}

/** Whether a script beside a key makes it anew: then it protects nothing. */
function isMadeHere(path: string, repository: Repository): boolean {
  const folder = directoryOf(path)
  return upwards(folder)
    .slice(0, 2)
    .filter((each) => each !== '')
    .flatMap((each) => repository.namesIn(each).map((name) => joinPath(each, name)))
    .filter((each) => /(^|\/)([^/.]+|[^/]+\.(sh|bash|py|mk|ps1))$/.test(each))
    .some((each) => {
      const text = repository.text(each) ?? ''
      return makesKeys.test(text) && text.includes(nameOf(path))
    })
}

const makesKeys = /\b(openssl|certtool|keytool|ssh-keygen|mkcert|cfssl|minica)\b/

/** A key or a file of variables that is tracked and protects nothing, which a reader would ask about. */
function harmlessFile(named: readonly string[], repository: Repository): string | undefined {
  const own = named.filter((path) => !isForeign(path))
  const key = own.find((path) => isKey(path) && holdsSecrets(path, repository.text(path)))
  if (key !== undefined) return `${key}:1 protects nothing real`
  const variables = own.find((path) => nameOf(path).startsWith('.env'))
  if (variables !== undefined) return `${variables}:1 holds no secret`
  const strongName = repository.paths.find((path) => path.endsWith('.snk') && !isForeign(path))
  return strongName && `${strongName}:1 only gives a strong name`
}

/** A template of the environment, or one with empty values only, is no secret. */
function holdsSecrets(path: string, text: string | undefined): boolean {
  if (keyFiles.test(path)) return /^-----BEGIN (?!ENCRYPTED)([A-Z]+ )*PRIVATE KEY-----/m.test(text ?? '')
  if (text === undefined) return true
  const name = nameOf(path)
  if (/^\.env/.test(name))
    return /^\s*(export\s+)?\w*(KEY|SECRET|TOKEN|PASSWORD|PASS|CREDENTIALS?)\w*[^\S\n]*=[^\S\n]*(?!["']?op:\/\/)\S+/im.test(
      text,
    )
  // Rails keeps values for developers and tests beside those that it reads from variables.
  if (/\.ya?ml$/.test(name) && /^production:\s*\n[^\n]*<%= *ENV\b/m.test(text)) return false
  if (/\.ya?ml$/.test(name)) return !/sops:|ENC\[|\$ANSIBLE_VAULT|\{\{/.test(text)
  if (name === 'credentials.json') return /private_key|client_secret|token/.test(text)
  return true
}
