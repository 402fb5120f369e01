import type { Repository } from '../repository/create-repository.ts'
import { at, entriesOf, hasAny } from '../repository/json-path.ts'
import { isFolder } from './folders.ts'
import { isPublished } from './is-published.ts'
import { directoryOf, joinPath, nameOf, upwards } from './places.ts'
import { makesWebsite } from './website.ts'

/** Whether a manifest describes what only makes something for its neighbours: pages, styles, bindings, a build. */
export function buildsNeighbours(repository: Repository, path: string): boolean {
  const name = nameOf(path)
  if (name.endsWith('proj')) return isBuildOfDotnet(repository, path)
  switch (name) {
    case 'package.json':
      return (
        directoryOf(path) !== '' &&
        (isUnnamed(repository, path) ||
          isOfPhoenix(repository, path) ||
          isTheme(repository, path) ||
          onlyChecks(repository, path) ||
          isTrialByTitle(repository, path) ||
          showsWhatIsAbove(repository, path))
      )
    case 'Cargo.toml':
      return writesBindings(repository, path) || isCodeWriter(repository, path) || isLoneCrate(repository, path)
    case 'pubspec.yaml':
      return isShownByTools(repository, path)
    case 'Makefile.PL':
      return isNamedByMake(repository, path)
    case 'pyproject.toml':
    case 'setup.py':
    case 'requirements.txt':
    case 'Pipfile':
      return isOfPages(repository, path)
    default:
      return name.endsWith('.tf') && speaksToItself(repository, directoryOf(path))
  }
}

/** Projects of .NET called after a build or a release, one that packs an installer, and one that tries how a library is trimmed. */
function isBuildOfDotnet(repository: Repository, path: string): boolean {
  // What starts all programs of the repository on one computer is for those who work on them.
  if (/Aspire\.AppHost\.Sdk|<IsAspireHost>\s*true/i.test(repository.text(path) ?? '')) return true
  if (/(^|\/)(_?build|(build|cake|release)[-_.]?(scripts?|tools?|builder))\/(.+\/)?[^/]+proj$/i.test(path)) return true
  return (
    /<TrimmerRootAssembly\b|Include="WixSharp/.test(repository.text(path) ?? '') || isLoadedByCompiler(repository, path)
  )
}

/** What the compiler loads while it builds the neighbours; who publishes it says so, or describes it. */
function isLoadedByCompiler(repository: Repository, path: string): boolean {
  const text = repository.text(path) ?? ''
  return (
    /<(IsRoslynComponent|EnforceExtendedAnalyzerRules)>\s*true/i.test(text) &&
    !/<(Package)?Description>/.test(text) &&
    !isPublished(repository, path)
  )
}

/** A private package without a name that nobody starts: it has scripts which write something for its neighbours. */
function isUnnamed(repository: Repository, path: string): boolean {
  const manifest = repository.data(path).value
  const isUsed = hasAny(manifest, ['name', 'dependencies', 'main', 'exports', 'bin'])
  return at(manifest, 'private') === true && !isUsed && !isStarted(manifest) && !draws.test(repository.text(path) ?? '')
}

/** Whether its developers start a package, and not only what builds or checks it. */
export function isStarted(manifest: unknown): boolean {
  return hasAny(at(manifest, 'scripts'), ['start', 'dev', 'serve'])
}

/** What draws pages of its own in a browser. */
const draws = /"(react-dom|vue|svelte|solid-js|preact|@angular\/core|next|nuxt|astro|gatsby|vite|ember-source)"\s*:/

/**
 * What a browser loads with the pages that Phoenix renders: it is in the usual folder, or takes the half of Phoenix for
 * browsers from beside it. What draws pages itself counts only in that folder, where the build packs it and nobody starts it.
 */
function isOfPhoenix(repository: Repository, path: string): boolean {
  const folder = directoryOf(path)
  if (!repository.has(joinPath(directoryOf(folder), 'mix.exs'))) return false
  const manifest = repository.data(path).value
  const isUsual = nameOf(folder) === 'assets'
  if (draws.test(repository.text(path) ?? '')) return isUsual && !isStarted(manifest)
  return isUsual || /^file:(\.\.\/)+deps\//.test(String(at(manifest, 'dependencies', 'phoenix')))
}

/** Styles and scripts for the templates beside them, which another program fills. */
function isTheme(repository: Repository, path: string): boolean {
  const folder = directoryOf(path)
  const isFilled = (name: string) => isFolder(repository, `${folder}/${name}`)
  const manifest = repository.data(path).value
  const isStarted = at(manifest, 'scripts', 'start') !== undefined || at(manifest, 'main') !== undefined
  return at(manifest, 'private') === true && !isStarted && isFilled('templates') && isFilled('static')
}

/** Tools to check scripts that a browser loads as they are, with the pages of the program around them. */
function onlyChecks(repository: Repository, path: string): boolean {
  const manifest = repository.data(path).value
  const scripts = entriesOf(at(manifest, 'scripts'))
  const isOffered = hasAny(manifest, ['dependencies', 'exports', 'bin', 'files', 'types'])
  return (
    !repository.has('package.json') &&
    ['composer.json', 'Gemfile', 'mix.exs', 'manage.py'].some((name) => repository.has(name)) &&
    !isOffered &&
    scripts.length > 0 &&
    scripts.every(([name]) => /^((ci|pre|post)[-:]?)?(test|lint|format|check|coverage)\b/.test(name))
  )
}

/** A private package whose page is called after a trial: it tests or shows what is beside it. */
function isTrialByTitle(repository: Repository, path: string): boolean {
  if (at(repository.data(path).value, 'private') !== true) return false
  const title = /^# .*/m.exec(repository.text(joinPath(directoryOf(path), 'README.md')) ?? '')?.[0] ?? ''
  return /\b((integration|e2e|smoke)[ -]tests?|(test|demo|example|sample) app(lication)?|playground)\s*$/i.test(title)
}

/** Pages that take the package above them as it is there: they try or show it. A website about it is more than that. */
function showsWhatIsAbove(repository: Repository, path: string): boolean {
  const manifest = repository.data(path).value
  const above = at(repository.data(joinPath(directoryOf(directoryOf(path)), 'package.json')).value, 'name')
  const taken = typeof above === 'string' ? at(manifest, 'dependencies', above) : undefined
  return /^(file|link|portal):\.\.\/?$/.test(String(taken)) && !makesWebsite(manifest)
}

/** A crate that needs nothing but what writes bindings for other languages. */
function writesBindings(repository: Repository, path: string): boolean {
  const needed = entriesOf(at(repository.data(path).value, 'dependencies'))
  return path.includes('/') && needed.length > 0 && needed.every(([name]) => /^(uniffi(_\w+)?|cbindgen)$/.test(name))
}

/** A program that writes source of its neighbours, or tries them with other languages, and is never published. */
function isCodeWriter(repository: Repository, path: string): boolean {
  const directory = directoryOf(path)
  const isStarted = repository.has(joinPath(directory, 'src/main.rs')) || /(^|\/)interop$/.test(directory)
  const isCalledSo =
    /(^|\/)(code-?gen|interop)$/.test(directory) ||
    /^(code-?)?gen$/.test(String(at(repository.data(path).value, 'package', 'name')))
  return isCalledSo && directory !== '' && isStarted && !isPublished(repository, path)
}

/** A crate beside a published one that no workspace names, and that says nothing of itself: those who work here run it. */
function isLoneCrate(repository: Repository, path: string): boolean {
  if (path === 'Cargo.toml' || !isPublished(repository, 'Cargo.toml')) return false
  const directory = directoryOf(path)
  const crate = at(repository.data(path).value, 'package')
  return (
    at(repository.data('Cargo.toml').value, 'workspace') === undefined &&
    ['description', 'license', 'repository'].every((key) => at(crate, key) === undefined) &&
    !repository.namesIn(directory).some((name) => /^(readme|Dockerfile)/i.test(name))
  )
}

/** A page that the tools of Flutter show; the package beside it ships it. */
function isShownByTools(repository: Repository, path: string): boolean {
  const manifest = repository.data(path).value
  return at(manifest, 'publish_to') === 'none' && at(manifest, 'dependencies', 'devtools_extensions') !== undefined
}

/** Bindings for Perl that the build of a program in C makes and installs. */
function isNamedByMake(repository: Repository, path: string): boolean {
  return upwards(directoryOf(path))
    .slice(1)
    .some((above) => {
      const inside = above ? path.slice(above.length + 1) : path
      return repository.text(joinPath(above, 'Makefile.am'))?.includes(inside) === true
    })
}

/** Pages that a generator of Python makes, with the list of what it needs. */
function isOfPages(repository: Repository, path: string): boolean {
  const directory = directoryOf(path)
  const isMaker = (name: unknown) => /^(mkdocs|zensical|sphinx)\b/i.test(String(name))
  const isSettings = (name: string) => /^(mkdocs\.ya?ml|zensical\.toml)$/.test(name)
  if (directory === '' || !repository.namesIn(directory).some(isSettings)) return false
  const needed = at(repository.data(path).value, 'project', 'dependencies')
  return Array.isArray(needed) ? needed.some(isMaker) : (repository.text(path) ?? '').split('\n').some(isMaker)
}

/** Descriptions of machines that are only sent to a stand-in on the same computer. */
function speaksToItself(repository: Repository, directory: string): boolean {
  return repository
    .namesIn(directory)
    .filter((name) => name.endsWith('.tf'))
    .some((name) =>
      /\bendpoints\s*\{[^}]*"https?:\/\/(localhost|127\.0\.0\.1)\b/.test(
        repository.text(joinPath(directory, name)) ?? '',
      ),
    )
}
