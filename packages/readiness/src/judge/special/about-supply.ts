import ignore from 'ignore'
import type { Application } from '../../applications/application.ts'
import type { Ecosystem } from '../../catalog/ecosystems.ts'
import { ecosystems, leftByEditors } from '../../catalog/ecosystems.ts'
import { places } from '../../catalog/places.ts'
import { globs, nameMatcher } from '../../facts/glob.ts'
import { isForTests } from '../../facts/places.ts'
import { setsAt } from '../../facts/settings/setting.ts'
import type { Repository } from '../../repository/create-repository.ts'
import { expression } from '../../repository/expression.ts'
import { at, entriesOf } from '../../repository/json-path.ts'
import { directoryOf, joinPath, nameOf, upwards } from '../../repository/places.ts'
import { fail, findingOf, listed, pass } from '../finding.ts'
import { proofOf } from '../prove.ts'
import { pinned } from './pins.ts'
import { declaresOne, isProduct, type Specials, type Subject } from './special.ts'

const binaries = /\.(exe|dll|so|dylib|a|o|obj|lib|class|jar|war|ear|pyc|pyo|apk|ipa|deb|rpm|msi|wasm|phar|node)$/i
const wrappers = /(^|\/)(gradle-wrapper|maven-wrapper)\.jar$/
/** Programs of Linux and macOS have no ending, or one that says nothing. */
const withoutEnding = /(^|\/)(?!(LICEN[CS]E|COPYING|README|NOTICE|CODEOWNERS|[\w-]*file)$)[^/.]+(\.bin)?$/i
const mostUnnamed = 500

const secretFiles = expression(
  'i',
  String.raw`(^|\/)(\.env(\.(local|production|staging|prod))?|id_(rsa|dsa|ecdsa|ed25519)|[^/]*\.(pfx|p12|keystore|jks|key|pem)`,
  String.raw`|credentials\.json|service-account[^/]*\.json|secrets\.ya?ml|terraform\.tfstate|\.npmrc\.local|\.pgpass|\.netrc)$`,
)
const isKeyFile = /\.(key|pem)$/i
const isKeyStore = /\.(keystore|jks|p12|pfx)$|(^|\/)id_(rsa|dsa|ecdsa|ed25519)$/i
/** Keys that stand in for real ones. */
const stoodIn = expression(
  'i',
  String.raw`test|suites?\/|acceptance|\bci\b|integration|bdd|stub|mock|fake|example|sample|demo|debug|dev|local|fixture|dummy`,
  String.raw`|insecure|interop|conformance|vectors\/|(^|\/)t\/`,
)

const loadsFiles = nameMatcher('*dotenv* github.com/caarlos0/env*')
const renovate = globs(
  '{.github/,.gitlab/,.gitea/,.forgejo/,}{.,}{renovate,renovaterc}{.json,.json5,.jsonc,.config.js,.config.cjs,.config.mjs,-config.js,.js,}',
)

/** Criteria about what a repository takes from others, keeps, and leaves out. */
export const aboutSupply: Specials = {
  binary_artifacts({ repository: given, applications }) {
    const repository = given.withCopies ?? given
    const isOfOthers = (path: string) => places.ofOthers.test(`${directoryOf(path)}/`)
    // Of what is tracked and not in the working tree, the name is all that is known.
    const named = [...repository.paths, ...(repository.git.missing ?? [])].filter(
      (path) => binaries.test(path) && !wrappers.test(path) && !isOfOthers(path) && repository.text(path) === undefined,
    )
    const unnamed = repository.paths
      .filter((path) => withoutEnding.test(path) && !isOfOthers(path))
      .slice(0, mostUnnamed)
      .filter((path) => repository.isMachineCode(path))
    const [first, ...others] = [...named, ...unnamed]
    if (first !== undefined)
      return fail(
        `${first}${others.length > 0 ? ` and ${others.length} more` : ''} cannot be reviewed; build it instead, or attach it to a release`,
      )
    const wrapper = repository.paths.find((path) => wrappers.test(path))
    if (wrapper !== undefined) return pass(`${wrapper}:1 is the only kind of compiled file, and starts the build`)
    const folders = [
      ...Map.groupBy(
        applications.flatMap(({ sources }) => sources),
        (path) => path.slice(0, Math.max(0, path.indexOf('/'))),
      ),
    ]
      .filter(([folder]) => folder && !folder.startsWith('.'))
      .sort(([, a], [, b]) => b.length - a.length)
    const looked = folders
      .slice(0, 2)
      .map(([folder]) => `${folder}/`)
      .join(' and ')
    return pass(
      `no compiled file is tracked, as the host would show them${looked && `, neither below ${looked} nor elsewhere`}${repository.has('.gitignore') ? '; .gitignore:1 says what git leaves out' : ''}`,
    )
  },

  secrets_management(subject) {
    const { repository, facts } = subject
    const named = repository.paths.filter((path) => secretFiles.test(path))
    const isPlain = (path: string) =>
      !places.shows.test(`${directoryOf(path)}/`) &&
      !places.inputs.test(`${directoryOf(path)}/`) &&
      !places.ofOthers.test(`${directoryOf(path)}/`) &&
      !isForTests(path)
    const isKey = (path: string) => isKeyFile.test(path) || isKeyStore.test(path)
    const tracked = named.find(
      (path) =>
        isPlain(path) &&
        !(isKey(path) && (stoodIn.test(path) || isMadeHere(path, repository))) &&
        holdsSecrets(path, repository.text(path)),
    )
    if (tracked !== undefined) return fail(`${tracked} may hold secrets; take it out of the repository and ignore it`)
    const [harmless] = named.filter((path) => isPlain(path))
    const beside = harmless && `${harmless}:1 holds no secret`
    const ignored = repository.has('.gitignore') ? '.gitignore:1 says what is not tracked' : undefined
    const proof = proofOf('secrets_management', facts)
    if (proof === undefined && !loadsVariables(subject))
      return pass(
        listed('no file of secrets is tracked, and none is loaded, as the host would show', ignored, beside) ?? '',
      )
    const phrases = proof === undefined ? [] : [proof].flat()
    return findingOf(
      proof && listed(...phrases, phrases.some((each) => each.includes('.gitignore')) ? undefined : ignored, beside),
      'nothing keeps secrets out of the repository; add .env to .gitignore',
    )
  },

  gitignore_comprehensive(subject) {
    if (!rulesOf(subject).trim()) return fail('there is no .gitignore; add one for the languages in use')
    const missing = missingIgnores(subject)
    if (missing.length > 0)
      return fail(`.gitignore does not cover ${missing.join(', ')}; add ${missing.length === 1 ? 'it' : 'them'}`)
    const left = ecosystemsOf(subject)
    return pass(
      `.gitignore:1 covers ${[...(left.length === 0 ? [] : [`what is left behind by ${left.join(', ')}`]), ...(loadsVariables(subject) ? ['.env'] : []), 'leftovers of editors or systems'].join(' and ')}`,
    )
  },

  deps_pinned(subject) {
    const all = pinned(subject).map(({ finding }) => finding)
    const found = all.find(({ passes }) => !passes) ?? all[0]
    if (found !== undefined) return found
    const manifest = subject.applications.flatMap(({ manifests }) => manifests)[0]
    return pass(`nothing is taken from others${manifest === undefined ? '' : `, see ${manifest}:1`}`)
  },

  dependency_update_automation({ repository, facts }) {
    const { path, updates } = dependabotIn(repository)
    const fault = path && repository.data(path).fault
    if (fault) return fail(`${fault}, so nothing updates dependencies; mend it`)
    // Dependabot leaves everything alone if each of its updates ignores all names without a condition.
    const ignoresAll = (update: unknown) =>
      [at(update, 'ignore')].flat().some((each) => at(each, 'dependency-name') === '*' && entriesOf(each).length === 1)
    const isIdle = updates.length > 0 && updates.every(ignoresAll)
    const ofRenovate = facts.path(renovate)
    const isOff = ofRenovate !== undefined && at(repository.data(ofRenovate).value, 'enabled') === false
    const ofTools = [proofOf('dependency_update_automation', facts) ?? []].flat()
    return findingOf(
      listed(
        path && !isIdle ? `${path}:1 is there` : undefined,
        ofRenovate && !isOff ? `${ofRenovate}:1 is there` : undefined,
        ...ofTools,
      ),
      'nothing updates dependencies; add .github/dependabot.yml or a renovate.json',
    )
  },

  min_release_age({ repository, facts }) {
    const { path, updates } = dependabotIn(repository)
    const waits = updates
      .flatMap((each) => entriesOf(at(each, 'cooldown')).map(([, value]) => Number(value)))
      .some((days) => days > 0)
    const others = repository.has('.github/dependabot.yml') ? '' : ' or a `minimumReleaseAge`'
    return findingOf(
      proofOf('min_release_age', facts) ?? (waits ? setsAt(repository, path ?? '', 'cooldown') : undefined),
      `new releases are taken at once; set a \`cooldown\` in .github/dependabot.yml${others}`,
    )
  },

  secret_scanning({ repository, facts }) {
    const known = repository.hosting.secretScanning
    if (known === true) return pass('the host scans for secrets')
    return known === undefined && !facts.hasCi
      ? undefined
      : findingOf(
          proofOf('secret_scanning', facts),
          'nothing looks for secrets in commits; run gitleaks in CI or in a hook',
        )
  },

  branch_protection({ repository, facts }) {
    const known = repository.hosting.branchProtection
    if (known === true) return pass('the host protects the default branch')
    if (known === false) return fail('the default branch is not protected; demand a review and a green CI on the host')
    const settings = '.github/settings.yml'
    if (at(repository.data(settings).value, 'branches') !== undefined)
      return findingOf(facts.says(settings, /protection:/), `${settings} lists branches without protection; add it`)
    const proof = proofOf('branch_protection', facts)
    return proof === undefined ? undefined : pass(proof)
  },
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

/** Whether a script beside a key makes it anew: then it protects nothing. */
function isMadeHere(path: string, repository: Repository): boolean {
  const makers = /\b(openssl|certtool|keytool|ssh-keygen|mkcert|cfssl|minica)\b/
  return upwards(directoryOf(path))
    .slice(0, 2)
    .filter(Boolean)
    .flatMap((each) => repository.namesIn(each).map((name) => joinPath(each, name)))
    .some(
      (each) =>
        /(^|\/)([^/.]+|[^/]+\.(sh|bash|py|mk|ps1))$/.test(each) &&
        makers.test(repository.text(each) ?? '') &&
        repository.text(each)?.includes(nameOf(path)),
    )
}

/** A template of the environment, or one with empty values only, is no secret. */
function holdsSecrets(path: string, text: string | undefined): boolean {
  if (isKeyFile.test(path)) return /^-----BEGIN (?!ENCRYPTED)([A-Z]+ )*PRIVATE KEY-----/m.test(text ?? '')
  if (text === undefined) return true
  if (/(^|\/)\.env/.test(path))
    return /^\s*(export\s+)?\w*(KEY|SECRET|TOKEN|PASSWORD|PASS|CREDENTIALS?)\w*[^\S\n]*=[^\S\n]*(?!["']?op:\/\/)\S+/im.test(
      text,
    )
  if (/\.ya?ml$/.test(path))
    return !/sops:|ENC\[|\$ANSIBLE_VAULT|\{\{|<%= *ENV\b|^(openapi|swagger|paths|components):/m.test(text)
  return path.endsWith('credentials.json') ? /private_key|client_secret|token/.test(text) : true
}

/** Whether somebody may keep variables in a file here. */
function loadsVariables(subject: Subject): boolean {
  const { applications, repository } = subject
  const isRead = applications.some(
    (app) => isProduct(app) && [app, ...app.parts].some((each) => each.markers().has('environment')),
  )
  if (!isRead) return false
  return (
    applications.some((app) => declaresOne(app, loadsFiles)) ||
    /(^|\/)\.env\b/m.test(rulesOf(subject)) ||
    repository.paths.some((path) => /(^|\/)\.env(\.|$)/.test(path) && !isForTests(path))
  )
}

/** Lines that .gitignore should have but lacks. */
export function missingIgnores(subject: Subject): string[] {
  const rules = rulesOf(subject)
  const own = subject.repository.text('.gitignore') ?? ''
  // Some ignore everything, and name what is not.
  if (/^\/?\*$/m.test(own) && !/^!\/?\*+$/m.test(own)) return []
  const left = ecosystemsOf(subject).flatMap((each) => ecosystems[each]?.leaves ?? [])
  const examples: string[] = []
  for (let index = 0; index < left.length; index += 2)
    if (!(left[index + 1] as RegExp).test(rules)) examples.push(String(left[index]))
  const ignored = ignore().add(rules)
  const isIgnored =
    /[\w-]\.env$/m.test(rules) ||
    ['', ...subject.applications.map(({ directory }) => directory)].some((directory) =>
      ['.env', '.env.local'].some((name) => ignored.ignores(joinPath(directory, name))),
    )
  return [
    ...examples,
    ...(leftByEditors.test(own.replace(/^[#!].*$/gm, '')) ? [] : ['.DS_Store']),
    ...(loadsVariables(subject) && !isIgnored ? ['.env'] : []),
  ]
}

function ecosystemsOf({ applications }: Subject): Ecosystem[] {
  const isBeside = (each: Ecosystem, { language, dependencies }: Application) =>
    (each === 'ruby' && language !== 'ruby') || (each === 'php' && language !== 'php' && dependencies.length === 0)
  return [...new Set(applications.flatMap((app) => app.ecosystems.filter((each) => !isBeside(each, app))))].sort()
}

/** Without comments and exceptions, of the root, of every application and of the folders between them. */
function rulesOf({ repository, applications }: Subject): string {
  const paths = applications.flatMap(({ directory }) => upwards(directory).map((each) => joinPath(each, '.gitignore')))
  return [...new Set(['.gitignore', ...paths])]
    .flatMap((path) => (repository.text(path) ?? '').split('\n'))
    .filter((line) => line.trim() && !/^[#!]/.test(line))
    .join('\n')
}
