import { directoryOf, isForeign, isForTests, joinPath, nameOf, upwards } from '../applications/places.ts'
import { fail, findingOf, listed, pass } from '../evidence/finding.ts'
import { firstOf } from '../evidence/traces.ts'
import type { Repository } from '../repository/create-repository.ts'
import { ofRepository } from './check.ts'
import { loadsVariables } from './gitignore.ts'

const secretFiles =
  /(^|\/)(\.env(\.(local|production|staging|prod))?|id_(rsa|dsa|ecdsa|ed25519)|[^/]*\.(pfx|p12|keystore|jks)|credentials\.json|service-account[^/]*\.json|secrets\.ya?ml|terraform\.tfstate|\.npmrc\.local|\.pgpass|\.netrc)$/i

/** Certificates and public keys have the same names, so that the content decides. */
const keyFiles = /\.(key|pem)$/i

const keyStores = /\.(keystore|jks|p12|pfx)$|(^|\/)id_(rsa|dsa|ecdsa|ed25519)$/i

const isKey = (path: string) => keyFiles.test(path) || keyStores.test(path)

/** Keys that stand in for real ones. */
const stoodIn =
  /test|suites?\/|acceptance|\bci\b|integration|bdd|stub|mock|fake|example|sample|demo|debug|dev|local|fixture|dummy|insecure|interop|conformance|(crypto\w*|wycheproof)[-_]vectors\//i

/** Places where things are only tried; Perl keeps its tests in the shortest one. */
const tried = /(^|\/)(t|playgrounds?|demos?|[\w-]+-examples?)\//i

/** Files that show or try how a program is used. */
const trials = /(^|\/)(examples?|samples?|tests?|fuzz(ing)?)\/|[._-]test\.\w+$/i

export const secrets_management = ofRepository((subject) => {
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
  // A token of a service that only shows something is the least secret.
  const ofCi = evidence.ciFile(/\$\{\{\s*secrets\.(?!(GITHUB|CODECOV|COVERALLS\w*)_TOKEN\b|github_token\b)/)
  const found =
    firstOf([undefined, ...applications], (app) =>
      evidence.line(/^\.gitignore$/, /(^|\/)\*?\.env|\.env\*?$|^\/?\.\*$/m, app),
    ) ??
    evidence.below(
      /(^|\/)(\.sops\.ya?ml|\.doppler\.ya?ml|\.infisical\.json|vault\.hcl|secretspec\.toml|fnox\.toml)$|(^|\/)[^/]*(sealed-?secret|external-?secret)[^/]*\.ya?ml$/i,
    ) ??
    evidence.dependency(
      /^(node-vault|hvac|@aws-sdk\/client-secrets-manager|@google-cloud\/secret-manager|google-cloud-secret-manager|@azure\/keyvault-secrets|azure-keyvault-secrets|azure\.security\.keyvault.*|@infisical\/sdk|doppler.*|vaultrs|spring-cloud-starter-vault-config|github\.com\/hashicorp\/vault\/api)$/,
    ) ??
    ofCi ??
    evidence.ciFile(
      /\$\{\{\s*secrets\.(?!GITHUB_TOKEN\b|github_token\b)|\bvault\b|secretsmanager|op run\b|doppler run|sops -d/,
    )
  const ignored = repository.has('.gitignore') ? '.gitignore:1 says what is not tracked' : undefined
  if (found === undefined && !loadsVariables(subject))
    return pass([
      'no file of secrets is tracked, and none is loaded, as the host would show',
      ...(ignored ? [ignored] : []),
      ...(harmless ? [harmless] : []),
    ])
  return findingOf(
    found &&
      listed(found, found === ofCi ? undefined : ofCi, found.startsWith('.gitignore:') ? undefined : ignored, harmless),
    'nothing keeps secrets out of the repository; add .env to .gitignore',
  )
})

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
  // A schema of what is secret holds nothing of it.
  if (/\.ya?ml$/.test(name)) return !/sops:|ENC\[|\$ANSIBLE_VAULT|\{\{|^(openapi|swagger|paths|components):/m.test(text)
  if (name === 'credentials.json') return /private_key|client_secret|token/.test(text)
  return true
}
