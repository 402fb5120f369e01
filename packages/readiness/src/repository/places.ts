import { groupBy } from '@muster/contract/group-by'

/** Directories with content of others, or with input for tests. Tools of others are kept by their addresses. */
const foreign =
  /(^|\/)(node_modules|vendors?|third_party|third-party|bower_components|\.venv|venv|site-packages|Pods|Carthage|__pycache__|testdata|test-?assets|test-data|swagger-ui-dist|[\w-]*fixtures(__)?|googletest-[\d.]+|__mocks__|__snapshots__|\w+_SUITE_data|_checkouts|_tools\/src\/[\w-]+\.[\w.-]+|\.yarn|\.git)\//i

/** Examples beside the source; inside of it, `org/example` is a usual package and `templates` part of the program, as they are of a chart or a pipeline. */
const examples =
  /^(?:(?!(?:src|app|lib|java|kotlin|scala)\/)[^/]+\/)*[_.]?(?:examples?|samples?|(?<!^(?:.*\/)?(?:charts?|helm[\w-]*|k8s[\w-]*|kubernetes|gocd)\/.*)templates?)\//i

/** Whether a file is of others, input for tests, or an example. */
export const isForeign = byDirectory((directory) => foreign.test(directory) || examples.test(directory))

/**
 * Answers for a file what is asked about its directory, which ends with a slash. Paths come in their order, so the
 * answer for one file mostly holds for the next one.
 */
export function byDirectory(test: (directory: string) => boolean): (path: string) => boolean {
  let last = ''
  let answer = test('')
  return (path) => {
    const length = path.lastIndexOf('/') + 1
    if (length === last.length && path.startsWith(last)) return answer
    last = path.slice(0, length)
    answer = test(last)
    return answer
  }
}

/** Whether a file only serves tests or measurements: it is input, and does not show how the repository is run. */
export function isForTests(path: string): boolean {
  return /(^|\/)(tests?|specs?|__tests__|e2e|bench(es|marks?)?|[\w-]+[-_]tests?|integrationtests?)\//i.test(path)
}

/** Whether a file may deploy, watch or describe the program: tests, stand-ins and words of its interface do not. */
export function isShipped(path: string): boolean {
  return (
    !isForTests(path) &&
    !/(^|\/)(mocks?|stubs?|fuzz(ing|ers?)?|i18n|locales?|lang|languages?|translations|icons?)\//i.test(path)
  )
}

/** Directories whose manifests describe no application, because nobody deploys or publishes them alone. */
const notAlone =
  /(^|\/)(\.[^/]+|listings|snapshots|tests?|specs?|__tests__|e2e|cypress|integration(-?test(s|ing)?)?|[\w-]*[-_]tests?|[\w-]*[-_]tests[-_][\w-]+|[\w-]+[-_](stress|load-?tests?)|[\w.-]+\.tests?(\.[\w.]+)?|src\/\w+Test|src\/it|tests?[-_](export|import|install|build|consumer|resources?)|stubs?|([\w-]+[-_])?golden(s|[-_][\w-]+)|([\w-]+[-_])?bench(es|marks?|suite)?|[\w.]+\.\w*(benchmarks?|samples?|examples?|stress)|micro-?bench(marks?)?|(?<!packages\/)jmh|perf[\w-]*|itests?|fuzz(ing|ers?|_targets)?|([\w-]+[-_])?(demos?|playgrounds?)|(demo|playground)s?[-_][\w-]+|[\w-]+[-_]demo[-_]apps?|test-?files|apps\/([\w-]+-testing|storybook)|[\w -]+[-_ ](examples?|samples?)([-_][\w-]+)?|(examples?|samples?)[-_][\w-]+|[\w-]*(?<!la|con)tests?[-_ ]?(apps?|suites?|components?|crates?|projects?|packages?|repos?|cases?|sites?)([-_][\w-]+)?|[\w-]+ tests?|testdata[\w.-]*|mock[-_](assembly|server|app)s?|test[-_]?harness(es)?|tests_\w+|tests-(integration|fuzz|e2e|unit|common)|my-?app|cmake|testing\/plugins?|scaffolds?|dev-?server|test-?plugins|test_plugins?|system-?tests?|dummy|toys|eng|acceptance|doctests?|bricks|sandbox|fastlane|docker|playwright|(?<!packages\/)support|contrib|hack|buildSrc|build-logic|(docs?|documentation)(-\w+)?\/[^/]+|docs?-\w+|snippets|magefiles|packaging|scripts?|internal\/tools?|_tools|requirements|t|guides?|books?|[\w-]+-fake-[\w-]+|[\w.-]*\bexample\.(com|org|net)|src\/main\/resources|(?<!^)deps|testing\/resources|test-integ\w*|documentation-?examples)\/|^(its|enos|selenium|test(kit|lib))\//i

export const isNotAlone = byDirectory((directory) => notAlone.test(directory))

/** What surrounds a program without being part of it. */
const aside =
  /(^|\/)(tests?|specs?|__tests__|e2e|cypress|bench|benches|benchmarks?|fuzz|scripts?|docs?([-_]src)?|documentation|tools?|hack|ci|build|dist|extras?|profiling|\.[^/]+)\//i

const isInAside = byDirectory((directory) => aside.test(directory))

/** Whether a file, given relative to an application, serves its tests, its build or its upkeep. */
export function isAside(relativePath: string): boolean {
  return (
    isInAside(relativePath) ||
    /(^|\/)(build\.rs|(jest|vitest|playwright|cypress|karma)[\w.-]*\.\w+)$/.test(relativePath)
  )
}

/** Where builds of the Java machine keep the packages of a program, which may be called after tests or tools. */
const packages = /((^|\/)src\/(?:main|test|\w+Main|\w+Test)\/(?:java|kotlin|scala|groovy)\/).*\//

/** A path without the names of packages of the Java machine. */
export function withoutPackages(path: string): string {
  return path.replace(packages, '$1')
}

/** Whether a source file, given relative to an application, is part of the program itself. */
export function isProgram(relativePath: string): boolean {
  const place = withoutPackages(relativePath)
  if (isInAside(place) || isNotAlone(place)) return false
  const name = relativePath.slice(relativePath.lastIndexOf('/') + 1)
  return !/^\.|\.config\.|^(setup|conftest|noxfile|fabfile|dangerfile|tasks|gulpfile|Gruntfile|Rakefile|mix)\.\w+$|^config\./.test(
    name,
  )
}

export function directoryOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at < 0 ? '' : path.slice(0, at)
}

/** The directory of a file, or the second one from the root above it. */
export function firstTwoFolders(path: string): string {
  const directory = directoryOf(path)
  const end = directory.indexOf('/', directory.indexOf('/') + 1)
  return end < 0 ? directory : directory.slice(0, end)
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function joinPath(directory: string, name: string): string {
  return directory ? `${directory}/${name}` : name
}

/** A path relative to a directory above it. */
export function below(path: string, directory: string): string {
  return directory ? path.slice(directory.length + 1) : path
}

/** The directory itself and all above it, the nearest first; the root is `''`. */
export function upwards(directory: string): string[] {
  const found = [directory]
  for (let at = directory; at; ) {
    at = directoryOf(at)
    found.push(at)
  }
  return found
}

/** A path relative to a directory, as a configuration file names it. */
export function resolvePath(directory: string, name: string): string {
  const segments = directory ? directory.split('/') : []
  for (const part of name.split('/')) {
    if (part === '..') segments.pop()
    else if (part !== '.' && part !== '') segments.push(part)
  }
  return segments.join('/')
}

/** Whether the content of one directory counts for another. */
export function isAbove(base: string, directory: string): boolean {
  return base === '' || directory === base || directory.startsWith(`${base}/`)
}

/** The first of the paths in the folder that holds most of them; of two such folders, in the one nearer to the root. */
export function ofLargestFolder(paths: readonly string[]): string | undefined {
  const depthOf = (directory: string) => (directory === '' ? 0 : directory.split('/').length)
  const [largest] = [...groupBy(paths, directoryOf)].sort(
    ([one, a], [other, b]) => b.length - a.length || depthOf(one) - depthOf(other),
  )
  return largest?.[1][0]
}
