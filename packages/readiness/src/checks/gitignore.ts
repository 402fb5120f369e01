import ignore from 'ignore'
import { declares, type Ecosystem } from '../applications/application.ts'
import { isAside, isForTests, joinPath, upwards } from '../applications/places.ts'
import { fail, pass } from '../evidence/finding.ts'
import { at } from '../repository/json-path.ts'
import { ofRepository, type Subject } from './check.ts'
import { isPlatform } from './deps-pinned.ts'
import { readsVariables } from './env-template.ts'

/** What each ecosystem leaves behind; one pattern of each list must be ignored. */
const leftovers: Readonly<Partial<Record<Ecosystem, readonly [pattern: RegExp, example: string]>>> = {
  npm: [/node_modules/, 'node_modules/'],
  python: [/__pycache__|\.py\[|\*\.pyc|\.venv|\bvenv\b/, '__pycache__/'],
  cargo: [/\btarget\b/, 'target/'],
  maven: [/\btarget\b|\*\.class/, 'target/'],
  gradle: [/\bbuild\b|\.gradle\b/, 'build/'],
  dotnet: [/\b(bin|obj)\b|\[Bb\]in|\[Oo\]bj/, 'obj/'],
  ruby: [/\.bundle|vendor\/bundle|\blog\b|\btmp\b|\*\.gem|\bpkg\b/, '.bundle/'],
  php: [/\bvendor\b/, 'vendor/'],
  mix: [/_build\b|\bdeps\b/, '_build/'],
  swift: [/\.build\b|xcuserdata|DerivedData/, '.build/'],
  sbt: [/\btarget\b/, 'target/'],
  clojure: [/\btarget\b|\.cpcache/, 'target/'],
  pub: [/\.dart_tool|\.packages/, '.dart_tool/'],
  haskell: [/dist-newstyle|\.stack-work|\bdist\b|cabal-dev/, 'dist-newstyle/'],
  zig: [/zig-cache|zig-out/, '.zig-cache/'],
  perl: [/\bblib\b|\.build\b|MYMETA/, 'blib/'],
  cmake: [/\bbuild|\*\.o\b|cmake-build|CMakeFiles/i, 'build/'],
  terraform: [/\.terraform|\*\.tfstate|tfstate/, '.terraform/'],
}

const editors =
  /\.DS_Store|Thumbs\.db|\.idea|\.vscode(?!-test)|\.sw([op]\b|\[)|\*~|\.vs\b|\*\.user\b|\*\.iml|\.project\b|\.settings\b|\.classpath|nbproject|sublime-|\.ropeproject|\.spyder|\.komodo|\.fleet|\.zed\b|desktop\.ini|^\.\*$/m

export const gitignore = ofRepository((subject) => {
  if (!rulesOf(subject).trim()) return fail('there is no .gitignore; add one for the languages in use')
  const missing = missingIgnores(subject)
  if (missing.length > 0) {
    return fail(`.gitignore does not cover ${missing.join(', ')}; add ${missing.length === 1 ? 'it' : 'them'}`)
  }
  const ecosystems = ecosystemsOf(subject)
  const builds = ecosystems.length === 0 ? '' : `what is left behind by ${ecosystems.join(', ')}, `
  const variables = loadsVariables(subject) ? '.env ' : ''
  return pass(`.gitignore:1 covers ${builds}${variables}and leftovers of editors or systems`)
})

/** Lines that .gitignore should have but lacks. */
export function missingIgnores(subject: Subject): string[] {
  const rules = rulesOf(subject)
  const wanted: (readonly [RegExp, string])[] = [
    ...ecosystemsOf(subject).flatMap((ecosystem) => (leftovers[ecosystem] ? [leftovers[ecosystem]] : [])),
  ]
  const own = subject.repository.text('.gitignore') ?? ''
  // Some ignore everything, and name what is not.
  if (/^\/?\*$/m.test(own) && !/^!\/?\*+$/m.test(own)) return []
  return [
    ...wanted
      .filter((each) => !each[0].test(rules) && !(each === leftovers.php && ignoresPackages(subject, rules)))
      .map(([, example]) => example),
    // People open the whole repository in an editor, so that a file of one application does not help.
    ...(editors.test(own.replace(/^[#!].*$/gm, '')) ? [] : ['.DS_Store']),
    ...(loadsVariables(subject) && !ignoresVariables(subject, rules) ? ['.env'] : []),
  ]
}

/** Whether what Composer brings is ignored in the folder that its settings name. */
function ignoresPackages({ repository }: Subject, rules: string): boolean {
  const folder = at(repository.data('composer.json').value, 'config', 'vendor-dir')
  const inside = `${String(folder).replace(/^\.\//, '')}/autoload.php`
  return typeof folder === 'string' && ignore.isPathValid(inside) && ignore().add(rules).ignores(inside)
}

/** Whether somebody may keep variables in a file here. Where nothing loads such a file, there must be a template of one. */
export function loadsVariables(subject: Subject): boolean {
  const { applications, repository } = subject
  if (!readsVariables(subject)) return false
  const isLoaded = applications.some((app) => declares(app, /dotenv|^github\.com\/caarlos0\/env/))
  // Who ignores one somewhere has one.
  const isKept = /(^|\/)\.env\b/m.test(rulesOf(subject))
  return isLoaded || isKept || repository.paths.some((path) => /(^|\/)\.env(\.|$)/.test(path) && !isForTests(path))
}

/** Whether a file with variables is ignored where somebody would put it: at the root or beside an application. */
function ignoresVariables({ applications }: Subject, rules: string): boolean {
  const ignored = ignore().add(rules)
  const directories = new Set(['', ...applications.map(({ directory }) => directory)])
  // Some keep variables in a file of another name.
  if (/[\w-]\.env$/m.test(rules)) return true
  // A program below a folder of its own keeps them there, though its manifest is above.
  const named = [...rules.matchAll(/^\/?([\w.-]+(?:\/[\w.-]+)*)\/\.env$/gm)].map(([, folder = '']) => folder)
  const isProgramOf = (folder: string) =>
    applications.some(({ sources }) => sources.some((path) => path.startsWith(`${folder}/`)))
  if (named.some((folder) => !isAside(`${folder}/`) && isProgramOf(folder))) return true
  return [...directories].some((directory) =>
    ['.env', '.env.local'].some((name) => ignored.ignores(joinPath(directory, name))),
  )
}

function ecosystemsOf({ applications }: Subject): Ecosystem[] {
  // Tools of Ruby beside a program in another language leave nothing behind in it.
  const own = applications.flatMap(({ ecosystems, language, dependencies }) =>
    ecosystems
      .filter((each) => each !== 'ruby' || language === 'ruby')
      // A description for a registry, which needs nothing, fetches nothing.
      .filter(
        (each) =>
          each !== 'php' ||
          language === 'php' ||
          dependencies.some(({ path, name }) => /composer\.json$/.test(path) && !isPlatform(name, each)),
      ),
  )
  return [...new Set(own)].sort()
}

/** Without comments and exceptions, of the root, of every application and of the folders between them. */
function rulesOf({ repository, applications }: Subject): string {
  const paths = applications.flatMap(({ directory }) => upwards(directory).map((each) => joinPath(each, '.gitignore')))
  return [...new Set(['.gitignore', ...paths])]
    .flatMap((path) => (repository.text(path) ?? '').split('\n'))
    .filter((line) => line.trim() && !/^[#!]/.test(line))
    .join('\n')
}
