import { type Language, languageOf } from '../catalog/languages.ts'
import { testFiles, testNames } from '../catalog/test-names.ts'
import { expression } from '../repository/expression.ts'

/** What Molecule applies a role to, and how. */
export function isScenario(path: string): boolean {
  return /(^|\/)molecule\/[^/]+\/molecule\.ya?ml$/.test(path)
}

export function isTestFile(path: string): boolean {
  if (path.endsWith('.tftest.hcl') || isScenario(path)) return true
  // Programs in Java are often tested in Groovy, which is no language of programs here.
  const language = path.endsWith('.groovy') ? 'java' : languageOf(path)
  return language !== undefined && testFiles[language].test(path) && !isNoTest(path)
}

/** Builds of Java keep the program itself below `src/main`, and what only measures is no test. */
function isNoTest(path: string): boolean {
  return /(^|\/)src\/main\/(java|kotlin|scala|groovy)\/|^bench(es|marks?)?\//.test(path)
}

/** Whether a file has a name that test runners of a language expect, and is no helper. */
export function isNamedTest(language: Language, path: string): boolean {
  return testNames[language].some(([, pattern]) => pattern.test(path)) && !isTestSupport(path)
}

/** Names and folders of helpers, and of data. */
const support = expression(
  'i',
  String.raw`(^|\/)(conftest|__init__|setup|global-?setup|helpers?|utils?|support|factories|bootstrap|TestCase|Pest`,
  '|CreatesApplication|common|mod|main|spec_helper|test_helper|rails_helper|[^/]*Fixture|GlobalUsings|Usings',
  String.raw`|[^/]*AssemblyInfo)\.\w+$|(^|\/)(helpers?|support|utils?|factories|common|obj|bin|resources)\/`,
)

/** Helpers and data between the tests are no tests. */
export function isTestSupport(path: string): boolean {
  // Below the tests of Java, folders are the packages of the program.
  const place = path.replace(/^(.*\/)?src\/\w*[tT]est\w*\/(java|kotlin|groovy|scala)\/(.*\/)?/, '')
  return support.test(place)
}
