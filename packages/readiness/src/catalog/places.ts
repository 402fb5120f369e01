/** Folders with what others wrote. */
const ofOthers = [
  'node_modules|vendors?|third[_-]party|bower_components|\\.venv|venv|site-packages|Pods|Carthage|__pycache__',
  'swagger-ui-dist|\\.yarn|\\.git|_checkouts|googletest-[\\d.]+',
].join('|')
/** Folders with input for tests. */
const inputs = [
  'test-?data|test-?assets|test-?files|[\\w-]*fixtures(?:__)?|__mocks__|__snapshots__|snapshots|goldens?|\\w+_SUITE_data',
  'testdata[\\w.-]*',
].join('|')
/** Folders that show how something is used. */
const shows = [
  '_?examples?|_?samples?|demos?|playgrounds?|tutorials?|cookbooks?|showcases?|quick-?starts?|(?:playground|demo)[-_][\\w-]+',
  'snippets|starters?|[\\w.-]+[-_.](?:examples?|samples?|demos?|playgrounds?)|(?:examples?|samples?|demo)[-_][\\w-]+|issues',
  '[\\w-]*repros?',
].join('|')
/** Folders of tests and measurements. */
const tests = [
  'tests?|specs?|__tests__|e2e|cypress|playwright|integration(?:[-_]?tests?)?|acceptance|[\\w-]*[-_]tests?',
  '[\\w.]+\\.(?:[Uu]nit|[Ii]ntegration|[Ff]unctional)?[Tt]ests?(?:\\.[\\w.]+)?|tests?[-_][\\w-]+|[\\w-]+-e2e|e2e-[\\w-]+',
  'bench(?:es|marks?)?|[\\w-]+[-_]bench(?:marks?)?|[\\w.]+\\.[Bb]enchmarks?|jmh|microbench|perf(?:-tests?)?',
  'fuzz(?:ing|ers?)?|stubs?|mocks?|itests?|test-?(?:projects?|apps?|sites?|packages?|suites?|cases?)|src/\\w+Test|src/it',
  'testing',
].join('|')
/** Folders that serve those who work here. */
const upkeep = [
  'scripts?|hack|build|ci|eng|tools?|dev-?tools?|xtasks?|build-?src|build-logic|build-tools?|build-plugins?|\\.[^/]+|cmake',
  'internal/tools|magefiles',
].join('|')
/** Folders that others copy as a start. */
const starts = 'templates?|[\\w-]+[-_]templates?|scaffold(?:s|ing)?'
/** Folders around a program that are no part of it. */
const aside = 'docs?(?:[-_]src)?|documentation|dist|extras?|profiling|contrib|docker|packaging|support'

const folder = (words: string) => new RegExp(`(?:^|/)(?:${words})/`, 'i')

/** By the directory of a file, which ends with a slash. */
export const places = {
  hidden: /(?:^|\/)(?:\.[^/]+|build|ci|hack|eng)\//,
  ofOthers: folder(ofOthers),
  inputs: folder(inputs),
  shows: folder(shows),
  tests: folder(tests),
  upkeep: folder(upkeep),
  starts: folder(starts),
  aside: folder(`${tests}|${upkeep}|${aside}`),
  words: folder('i18n|locales?|lang|languages?|translations|icons?'),
}
