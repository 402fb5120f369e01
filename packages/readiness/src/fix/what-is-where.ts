import { groupBy } from '@muster/contract/group-by'
import { type Application, bySize } from '../applications/application.ts'
import { isTestOfLanguage } from '../applications/main-language.ts'
import { describedBy } from '../applications/own-words.ts'
import { languageNames, languageOf } from '../catalog/languages.ts'
import { isForeign, isForTests, isProgram } from '../facts/places.ts'
import { isNamedTest, isTestSupport } from '../facts/test-files.ts'
import type { Repository } from '../repository/create-repository.ts'
import { below, directoryOf, firstTwoFolders, joinPath, nameOf, upwards } from '../repository/places.ts'
import type { FixContext } from './fix.ts'

const kindWords: Readonly<Record<Application['kind'], string>> = {
  service: 'service',
  frontend: 'front end',
  tool: 'command-line tool',
  library: 'library',
  infrastructure: 'settings of machines',
}

/** From so many on, packages that stand beside each other are told in one line: nobody reads a list of forty. */
const manyPackages = 5
/** A name that needs no marks of its own. */
export const plainName = /^[\w.@+/-]+$/
const mostLines = 40

/** Each application: what it is, in its own words if they are short, and where its source and tests are. */
export function applicationLines({ applications: all, repository }: FixContext): string[] {
  // A name may hold anything; one that would need marks of its own is left out.
  const applications = all.filter(({ name }) => plainName.test(name))
  const isFew = applications.length < manyPackages
  const groups = groupBy(bySize(applications), ({ name, language, kind }) => `${directoryOf(name)}|${language}|${kind}`)
  return [...groups.values()]
    .flatMap((group) => {
      const [{ name, language, kind }] = group as [Application, ...Application[]]
      const directory = directoryOf(name)
      if (group.length < manyPackages)
        return group.map((each) => `- \`${each.name}\`: ${wordsFor(repository, each)}${isFew ? placesOf(each) : ''}`)
      if (directory === '') return [`- ${namesOf(group)}: ${languageNames[language]}, each a ${kindWords[kind]}`]
      return [`- \`${directory}/\`: ${group.length} packages of ${languageNames[language]}, each a ${kindWords[kind]}`]
    })
    .slice(0, mostLines)
}

const mostNamed = 8

/** The largest of many, and how many more there are. */
function namesOf(group: readonly Application[]): string {
  const named = group.slice(0, mostNamed).map(({ name }) => `\`${name}\``)
  const more = group.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const longestDescription = 100

/** What its manifest says of it, where that is one short sentence without marks; and its language and kind. */
function wordsFor(repository: Repository, app: Application): string {
  const what = `${languageNameOf(app)}, ${kindWords[app.kind]}`
  const [own = ''] = describedBy(repository, app)
  const isPlain =
    own.length <= longestDescription &&
    /^[\p{L}\p{N}][^`<>[\]{}|#\n“”\p{Cf}\p{Co}]*$/u.test(own) &&
    !own.includes('://') &&
    /\s\S+\s/.test(own)
  return isPlain ? `“${own.replace(/\.$/, '')}” (${what})` : what
}

/** C and C++ share their tools, but nobody takes the one for the other. */
function languageNameOf(app: Application): string {
  const isC = app.language === 'cpp' && mainSources(app).every((path) => /\.[ch]$/.test(path))
  return isC ? 'C' : languageNames[app.language]
}

function mainSources({ language, sources }: Application): string[] {
  return sources.filter((path) => languageOf(path) === language)
}

/** What a bundler wrote: names with a digest, and text without lines. */
const built = /([-.][A-Za-z0-9_-]{8}|\.min)\.(js|mjs|css)$/

/** The folders with most of the source, and those of the tests if they are elsewhere. */
function placesOf(app: Application): string {
  const written = builtFolders(app.sources)
  const sources = mainSources(app).filter(
    (path) => isProgram(below(path, app.directory)) && !written.has(directoryOf(path)),
  )
  const folders = foldersOf(app.directory, sources)
  const inside = testsOf(app).filter((path) => path.startsWith(app.directory ? `${app.directory}/` : ''))
  const isOfTestsAlone = (folder: string) => !sources.some((path) => path.startsWith(`${folder}/`))
  const tests = foldersOf(app.directory, inside).filter(isOfTestsAlone)
  const isHere = sources.filter((path) => directoryOf(path) === app.directory).length * 5 > sources.length
  const here = app.directory === '' ? 'the root' : 'the folder itself'
  const source = [...(isHere && folders.length > 0 ? [here] : []), ...folders.map((each) => `\`${each}/\``)]
  const named = (what: string, places: readonly string[]) =>
    places.length === 0 ? '' : `; ${what} in ${places.join(', ')}`
  return (
    named('source', source) +
    named(
      'tests',
      tests.map((each) => `\`${each}/\``),
    )
  )
}

/** The tests of an application: those with a usual name, or all in their folders if none has one. */
function testsOf({ language, tests }: Application): string[] {
  const all = tests.filter((path) => isTestOfLanguage(language, path) && !isTestSupport(path) && !isForeign(path))
  const named = all.filter((path) => isNamedTest(language, path))
  return named.length > 0 ? named : all
}

/** Folders of which more than half of the scripts have such names: tools wrote them. */
function builtFolders(sources: readonly string[]): ReadonlySet<string> {
  const scripts = groupBy(
    sources.filter((path) => /\.m?js$/.test(path)),
    directoryOf,
  )
  const isBuilt = (files: readonly string[]) => files.filter((path) => built.test(path)).length * 2 > files.length
  return new Set([...scripts].flatMap(([folder, files]) => (isBuilt(files) ? [folder] : [])))
}

const mostFolders = 4

/** A folder with less than this part of the files is not worth a word. */
const leastPart = 20

function foldersOf(directory: string, paths: readonly string[]): string[] {
  const start = directory ? directory.length + 1 : 0
  const inFolders = paths.filter((path) => path.indexOf('/', start) > 0)
  const groups = groupBy(inFolders, (path) => path.slice(0, path.indexOf('/', start)))
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .filter(([folder, files]) => plainName.test(folder) && files.length * leastPart >= paths.length)
    .map(([folder, files]) => deepened(folder, files))
    .slice(0, mostFolders)
}

/** Builds of the Java machine keep source and tests in the same folder, and tell them apart below. */
function deepened(folder: string, files: readonly string[]): string {
  const set = /^src\/(\w+)\/(java|kotlin|scala|groovy)\//.exec(below(files[0] ?? '', directoryOf(folder)))
  if (nameOf(folder) !== 'src' || !set) return folder
  const deep = joinPath(folder, `${set[1]}/${set[2]}`)
  return files.every((path) => path.startsWith(`${deep}/`)) ? deep : folder
}

/** Projects of .NET and modules that are called after tests. */
const ofTests = /(^|[./_-])tests?([./_-]|$)/i

/** The folders at the root with much source that is in none of the applications: libraries of which they are made. */
export function otherFolders({ repository, applications }: FixContext): string[] {
  const language = bySize(applications)[0]?.language
  if (language === undefined || applications.some(({ directory }) => directory === '')) return []
  const directories = new Set(applications.map(({ directory }) => directory))
  const isInside = (path: string) => upwards(directoryOf(path)).some((each) => directories.has(each))
  const all = repository.paths.filter((path) => languageOf(path) === language && !isForeign(path))
  const free = all.filter((path) => !isInside(path) && isProgram(path) && path.includes('/'))
  // A folder in which applications are, too, says nothing by itself.
  const tops = new Set(applications.map(({ directory }) => directory.split('/')[0]))
  const groups = groupBy(free, (path) => {
    const top = path.slice(0, path.indexOf('/'))
    return tops.has(top) ? firstTwoFolders(path) : top
  })
  const large = [...groups]
    .filter(
      ([folder, files]) => plainName.test(folder) && !ofTests.test(folder) && files.length * leastPart >= all.length,
    )
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, mostNamed)
    .map(([folder]) => `\`${folder}/\``)
  return large.length === 0 ? [] : [`- Parts of these: ${large.join(', ')}`]
}

/** Folders of tests that stand beside the applications. */
export function sharedTests({ applications }: FixContext): string[] {
  const directories = new Set(applications.map(({ directory }) => directory))
  const isOwn = (path: string) => upwards(directoryOf(path)).some((each) => directories.has(each))
  const shared = [...new Set(applications.flatMap(testsOf))].filter((path) => !isOwn(path))
  const folders = foldersOf('', shared).map((each) => `\`${each}/\``)
  return folders.length === 0 ? [] : [`- Tests: ${folders.join(', ')}`]
}

const copied = /^(?:.*\/)?(third_party|third-party|3rdparty|thirdparty)(?=\/)|^(?:(?!src|app|lib)[^/]+\/)?vendor(?=\/)/i

/** Places of the work of others that people here change: pages of a framework, and styles around a package. */
const adapted = /(^|\/)(resources|node_modules|fixtures|testdata|examples?|css|styles?)\//

/** What others wrote, and is kept here: a change there is lost with the next update. */
export function leftAlone({ repository }: FixContext): string[] {
  const isMeant = (path: string) => !isForTests(path) && !adapted.test(path) && languageOf(path) !== undefined
  const folders = new Set(repository.paths.filter(isMeant).flatMap((path) => copied.exec(path)?.[0] ?? []))
  const named = [...folders].filter((folder) => plainName.test(folder)).slice(0, mostFolders)
  return named.length === 0
    ? []
    : [`- Change nothing in ${named.map((each) => `\`${each}/\``).join(', ')}: others wrote it.`]
}
