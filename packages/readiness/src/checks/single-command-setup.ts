import { directoryOf, nameOf } from '../applications/places.ts'
import { findingOf } from '../evidence/finding.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { hasService, ofRepository, type Subject } from './check.ts'
import { buildsApplications, compositions, ownCompositions } from './compositions.ts'

/** In some projects, a target of this name copies programs. It sets the project up if it installs packages. */
const installs =
  /^install:[^\n]*\b(venv|install-(?!(bin|admin|man|docs?|data|headers?|libs?|exec|strip|all|pkgconfig|completions?)\b)\w+|composer|npm(-\w+)?|yarn|pnpm|node_modules|vendor|bundle|deps|dependencies)\b|^install:[^\n]*\n(?:[ \t][^\n]*\n)*?[ \t][^\n]*\b(npm (ci|install)|pnpm i|yarn|mix deps\.get|pip install|poetry install|uv sync|bundle install|composer install)/m

/** What task files call a setup for developers; Mix keeps its own in a list. */
const targets =
  /^@?((dev[-_]?)?setup|bootstrap|install[-_]?(deps|dev|tools)|dev[-_]?(install|init|env)|develop|init|up)( [\w*+="'.-]+)*:(?!=)|"((dev[-:])?(setup|bootstrap)|dev[-:]init|initialize|dx|(setup|bootstrap|install)[-:](dev|all|deps))"\s*:|^ {2,4}(setup|bootstrap|dev[-_:]setup|install-dev):\s*$|^[ \t]*def ((dev_)?(setup|bootstrap)|(setup|bootstrap|install)_dev)\(|\[tasks\.(setup|bootstrap)\]|^[ \t]+setup: \[\s*"/m

/** Commands of build tools that fetch what is needed, build and start a service, without a step before. */
const starts =
  /^(\.\/|\.\\)?(gradlew?|mvnw?)(\.bat|\.cmd)?( -\S+)* ([\w:-]*:)?install\w*Debug *&& *adb shell\b.*|^(\.\/|\.\\)?(gradlew?|mvnw?)(\.bat|\.cmd)?( -\S+)* :?(bootRun|spring-boot:run|quarkus:dev|quarkusDev|jetty:run|run)\b|^(\.\/)?sbt .*\b(run|start)\b|^([A-Z_]+=\S+ )*cargo run( (--release|-r|--locked|--bin[ =](?!xtask\b)[\w-]+))*$|^swift run( (?!\S*(example|demo)|komondor)[\w-]+){0,3}$|^cargo xtask (run|start|dev)\b[^|&]*$|^go run \.(?!\S*test)\S*( [^|&]*)?$|^uv run (?!(pytest|py\.test|ruff|mypy|tox|nox|pre-commit|prek|pyright|basedpyright|ty|flake8|pylint|isort|twine|python3?|black|coverage|sphinx\S*|mkdocs|hatch|poe|task|invoke)\b)[a-z][\w-]*( --?\w[\w-]*)*$|^dotnet run\b/

/** A script called install is often for users: it then fetches what was built elsewhere. */
const fetches =
  /^[ \t]*(download|fetch)\w*\s*\(\)\s*\{|\breleases?\b[^\n]*\b(download|latest)\b|\bDOWNLOAD_(BASE|URL)|\/download\//im

/** A script of such a name that is for developers. */
function scriptFor(paths: RegExp, { evidence, repository }: Subject): string | undefined {
  const isForUsers = (path: string) => nameOf(path).startsWith('install') && fetches.test(repository.text(path) ?? '')
  const found = evidence.notable.find((path) => paths.test(path) && !isForUsers(path))
  return found && `${found}:1 is there`
}

/** What Gitpod runs once, before anybody works. */
function initTask(repository: Repository): string | undefined {
  const path = ['.gitpod.yml', '.gitpod.yaml'].find((each) => repository.has(each))
  const tasks = path === undefined ? undefined : at(repository.data(path).value, 'tasks')
  const hasInit = Array.isArray(tasks) && tasks.some((task) => typeof at(task, 'init') === 'string')
  return hasInit ? `${path}:1 sets itself up` : undefined
}

/** A documented line that starts a composition of what is built here. */
function composed(subject: Subject): string | undefined {
  const { evidence, repository } = subject
  // Compositions are read only where a page starts one.
  if (evidence.instructed(/^docker[ -]compose\b/) === undefined) return undefined
  const builds = buildsApplications(subject)
  const all = repository.namesIn('').filter((name) => compositions.test(name))
  const isDefault = (name: string) => /^(docker-)?compose(\.override)?\.ya?ml$/.test(name)
  const defaults = all.filter(isDefault)
  // Without one at the root, a page speaks of one in the folder to which its readers go.
  const started = defaults.length > 0 ? defaults : ownCompositions(repository)
  const named = all.filter((name) => !isDefault(name) && builds(name)).map((name) => name.replaceAll('.', '\\.'))
  const lines = [
    String.raw`( -f \S+)+ up( -d| --wait)* --build( -d| --wait)*`,
    ...(started.some(builds) ? [' up( -d| --build| --wait)*'] : []),
    ...(named.length > 0
      ? [String.raw`( -f \S+){0,4} -f (\./)?(${named.join('|')})( -f \S+){0,4} up( -d| --wait)*`]
      : []),
  ]
  return evidence.instructed(new RegExp(`^docker[ -]compose(${lines.join('|')})$`))
}

export const single_command_setup = ofRepository((subject) => {
  const { evidence, repository, applications } = subject
  // What sets up a part of a part does not set up the project.
  const isAtHand = ({ base }: { readonly base: string }) =>
    !base.includes('/') || applications.some(({ directory }) => directory === base)
  // What shows how a part that is no application is started does not start the project.
  const isOwnPage = (path: string) =>
    /^(docs?|\.[\w-]+|skills|documentation)\//i.test(path) ||
    !path.includes('/') ||
    applications.some(({ directory }) => directory === directoryOf(path))
  const isAtRoot = ({ base }: { readonly base: string }) => base === ''
  const found =
    scriptFor(
      /^(script|scripts|bin|tools|hack|\.agents)\/(setup|bootstrap|install|init)(\.(sh|bash|zsh|fish|py|rb|pl|ps1|cmd|bat|mjs|php))?$|^setup\.sh$/,
      subject,
    ) ??
    evidence.script(targets, isAtRoot) ??
    evidence.script(targets, isAtHand) ??
    evidence.script(installs, isAtHand) ??
    evidence.instructed(starts, isOwnPage) ??
    // Examples of a library are called so, too.
    (repository.has('main.go') ? evidence.instructed(/^go run main\.go\b[^|&]*$/) : undefined) ??
    (repository.has('Vagrantfile') ? evidence.instructed(/^vagrant up/) : undefined) ??
    (repository.has('shell.nix') || repository.has('default.nix') ? evidence.instructed(/^nix-shell$/) : undefined) ??
    evidence.instructed(
      /^mix setup\b|^melos (bootstrap|bs)\b|^(make|just|task|mise run|npm run|pnpm( run)?|yarn|bun run|composer) (setup|bootstrap|dev:setup|dx|install-all)\b(?!-)|^(\.\/)?(bin|scripts?)\/(setup|bootstrap|install)\b|^(\.\/)?(setup|bootstrap)\.sh|^nix develop|^devbox shell|^git clone [^&]+&& *cd [^&]+&& *\S+ install/,
    ) ??
    evidence.instructed(
      /(npm ci|npm install|pnpm i(nstall)?|yarn( install)?|bun install|uv sync|bundle install|composer install|pip install [^&]+) *&& *(?!.*\b(test|-m build)\b)\S+/,
    ) ??
    (hasService(subject) ? composed(subject) : undefined) ??
    (['postCreateCommand', 'onCreateCommand', 'updateContentCommand'].some(
      (name) => at(repository.data('.devcontainer/devcontainer.json').value, name) !== undefined,
    )
      ? evidence.lineBelow(
          /^\.devcontainer\/devcontainer\.json$/,
          /^[ \t]*"(postCreate|onCreate|updateContent)Command"/m,
        )
      : undefined) ??
    initTask(repository) ??
    // At the root they are often for users, or for the container itself.
    scriptFor(/^(bootstrap|install)\.sh$/, subject)
  return findingOf(
    found,
    'there is no single command for setup; add a `setup` script or target and name it in README.md',
  )
})
