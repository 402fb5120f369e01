import { type Application, declares } from '../applications/application.ts'
import { isSameLanguage } from '../applications/main-language.ts'
import { below, isForTests, isProgram, nameOf, upwards } from '../applications/places.ts'
import type { Clues } from '../evidence/evidence.ts'
import { type Finding, fail, findingOf, pass } from '../evidence/finding.ts'
import { isWritten } from '../evidence/instructions.ts'
import { firstOf } from '../evidence/traces.ts'
import { at } from '../repository/json-path.ts'
import { checkstyle } from '../settings/checkstyle.ts'
import { credo } from '../settings/credo.ts'
import { depguard, golangci, golangciFile, reviveRule } from '../settings/golangci.ts'
import { setInProps } from '../settings/imported-props.ts'
import { pylint } from '../settings/pylint.ts'
import { rubocopNamed } from '../settings/rubocop.ts'
import { ruff } from '../settings/ruff.ts'
import { biomeRule, eslintRule, unicornRecommended } from '../settings/script-rules.ts'
import { nearest } from '../settings/setting.ts'
import { swiftlint } from '../settings/swiftlint.ts'
import { type Check, clues, ofApplication, ofRepository, type Subject } from './check.ts'
import { codeModularization } from './code-modularization.ts'
import { queryWatchers } from './known-libraries.ts'
import { rules } from './rules.ts'
import { styleTools } from './style-tools.ts'
import { analyzers, diagnostic, gradle } from './tool-files.ts'
import { ofTypes } from './types.ts'

const orms =
  /^(@prisma\/client|prisma|(@[\w-]+\/)?typeorm|sequelize|mikro-orm|@mikro-orm\/core|objection|(flask-)?sqlalchemy|flask-migrate|sqlmodel|django|peewee|tortoise-orm|gorm\.io\/gorm|github\.com\/(jinzhu\/gorm|xorm-io\/xorm|go-xorm\/xorm|(ory|gobuffalo)\/pop.*|(volatiletech|aarondl)\/sqlboiler.*|go-pg\/pg.*|uptrace\/bun|beego\/.*orm)|xorm\.io\/xorm|entgo\.io\/ent|diesel|sea-orm|spring-boot-starter-data-jpa|org\.springframework\.boot:spring-boot-starter-data-jpa|hibernate-core|([\w.]+\.)?entityframeworkcore.*|rails|activerecord|sequel|datanucleus-.*|org\.datanucleus:.*|waterline|sails-(hook-orm|postgresql|mysql)|bookshelf|@adonisjs\/lucid|github\.com\/(letsencrypt\/borp|go-gorp\/gorp.*)|laravel\/framework|doctrine\/orm|ecto_sql|linq2db.*|nhibernate|freesql.*|sqlsugarcore)$/

/** An application below this size has no boundaries worth holding. */
const manySources = 50

function hasMany(paths: readonly string[], isMeant: (path: string) => boolean, many: number): boolean {
  let count = 0
  return paths.some((path) => isMeant(path) && ++count === many)
}

/** What the features of Cucumber run is no part of the program. */
const stepsOfCucumber = /(^|\/)features\/(step_definitions|support)\//

/** Folders of Go that only their neighbours may import. */
const isInternal = /(^|\/)internal\/(?!tools?\/)/

const architectureTest =
  /(^|\/)([^/]*[._-])?([Aa]rchitecture|import-graph|dependency-rules|layering|(?<!packages?_)[Aa]rch)[._-]?([Tt]ests?|[Ss]pecs?)\.(?!ya?ml$)\w+$|(?<!Processor|Cpu|CPU|Os|OS|Machine|System|Target)Architecture(Tests?|Spec)\.\w+$/

/** Pages about work on the project. Other pages tell its users which names it accepts. */
const forContributors =
  /(^|\/)(AGENTS?|CLAUDE|GEMINI|copilot-instructions|CONTRIBUT\w*|DEVELOP\w*|HACKING|ARCHITECTURE|GLOSSARY)(\/(?![^/]*(migrat|upgrad))[^/]+)?\.\w+$|^([^/]+\/)?[\w-]*(style|convention|guideline|coding|naming)[\w-]*\.\w+$|^docs?\/(.+\/)?cod(e|ing)[-_]?(style|conventions|guidelines)[\w-]*\.\w+$/i

const aboutStyle = /^docs?\/(.+\/)?cod(e|ing)[-_]?(style|conventions?|guidelines)\.\w+$/i

const saysHowNamed =
  /^#+ naming$|(?<!\[[^\]\n]*|^\W*(?:check|verify|review)\b[^\n]*|\b(?:existing|same|consistent)\s)naming (convention|rule)s?(?![^.\n]*\bbranch)|\b(packages?|files?|functions?|variables?|methods?|class(es)?|components?|modules?|types?) naming\*{0,2}:|(?<!they |branch[^\n]*)\b(is|are|be) named after|names? (are|is) (in )?(snake|camel|kebab|pascal)|(snake|kebab|camel|pascal)[ _-]?case|\b(functions?|types?|variables?|methods?|classes|files|symbols)\b[^.\n]*\b(are|be)\s+(prefixed|suffixed|named)\b/im

/** The checks of the pillar Style & Validation. */
export const style = {
  ...styleTools,
  formatter: ofApplication((app, subject) => {
    const found = styleTools.formatter.application(app, subject)
    const path =
      app.language === 'ruby' ? nearest(subject.repository, upwards(app.directory), /^\.rubocop\.yml$/) : undefined
    // A linter whose rules for layout are off formats nothing.
    const isOff = path !== undefined && at(subject.repository.data(path).value, 'Layout', 'Enabled') === false
    return isOff && found?.passes === true && [found.evidence, ...found.also].every((each) => each.includes('rubocop'))
      ? fail(`no formatter is configured; switch Layout on in ${path}`)
      : found
  }),
  lint_config: ofApplication((app, subject) =>
    orInProps(app, subject, styleTools.lint_config.application(app, subject), analyzerPackage),
  ),
  dead_code_detection: ofApplication((app, subject) => {
    const found = orInProps(app, subject, rules.dead_code_detection.application(app, subject), warningsAsErrors)
    return found && withDenied(app, subject, found)
  }),
  cyclomatic_complexity: ofApplication((app, subject) => {
    const found =
      applicationCheck(rules.cyclomatic_complexity)(app, subject) ??
      (app.language === 'terraform' ? undefined : limited(app, subject))
    if (app.language !== 'csharp' || found?.passes !== false) return found
    const off = subject.evidence.lineBelow(analyzers, /^dotnet_diagnostic\.(CA1502|S1541)\.severity/m, app)
    return off === undefined ? found : fail(`no limit of complexity is set: ${off}; raise it to a warning`)
  }),
  ...ofTypes,

  naming_consistency: ofApplication((app, subject) => {
    // Without a usual tool, a page can still state the convention.
    const found =
      withoutHint(app, subject) ??
      applicationCheck(rules.naming_consistency)(app, subject) ??
      fail('nothing holds how things are named; state the convention in CONTRIBUTING.md')
    if (found.passes) return withDenied(app, subject, found)
    const told = (pages: RegExp) => subject.evidence.documented(saysHowNamed, pages)
    // The page that is about it tells more than one that mentions it.
    const documented = told(aboutStyle) ?? told(forContributors)
    return findingOf(documented, found.missing)
  }),

  code_modularization: ofApplication((app, subject) => {
    const isOwn = (path: string) =>
      isSameLanguage(app.language, path) && isProgram(below(path, app.directory)) && !stepsOfCucumber.test(path)
    if (!hasMany(app.sources, isOwn, manySources)) return undefined
    // Few paths have such a word in their last part, which is quick to see.
    const test = isAboutArchitecture(subject)
      ? undefined
      : subject.evidence.path(/(?:arch|graph|rules|layering)[^/]*$/i, (path) => architectureTest.test(path))
    if (test !== undefined) return pass(`${test}:1 holds it`)
    const hidden = app.language === 'go' ? app.sources.find((path) => isInternal.test(path) && isOwn(path)) : undefined
    if (hidden !== undefined) {
      const guarded = depguard(subject.repository, upwards(app.directory))
      return pass([`${hidden}:1 is visible to its neighbours alone`, ...(guarded === undefined ? [] : [guarded])])
    }
    const module = app.language === 'java' ? app.sources.find(isModuleOfJava) : undefined
    if (module !== undefined) return pass(`${module}:1 says what others may use`)
    return (
      codeModularization.application(app, subject) ??
      fail('nothing holds which part may use which; add a test that holds it')
    )
  }),

  pre_commit_hooks: ofApplication((app, { evidence }) => {
    const found =
      evidence.near(
        /^(\.pre-commit-config[\w-]*\.ya?ml|\.?lefthook[^/]*\.(ya?ml|toml|json)|prek\.toml|\.lintstagedrc.*|lint-staged\.config\.\w+|\.nano-staged\.\w+|\.huskyrc.*|\.rusty-hook\.toml|\.overcommit\.yml|\.therapist\.yml|captainhook\.json|grumphp\.ya?ml(\.dist)?|\.simple-git-hooks\..*|hk\.pkl)$/,
        app,
      ) ??
      // A hook itself tells more than the package that installs it.
      evidence.below(hooks, app) ??
      evidence.any(
        {
          dependency:
            /^(husky|lefthook|@(evilmartians|arkweid)\/lefthook.*|yorkie|simple-git-hooks|overcommit|git_hooks|rusty-hook|dart_pre_commit|brainmaestro\/composer-git-hooks|captainhook\/captainhook|phpro\/grumphp|cargo-husky|husky\.net|komondor)$/,
          line: [
            [/^package\.json$/, /"(simple-git-hooks|husky|lint-staged|nano-staged|gitHooks)"\s*:\s*[{[]/],
            [/^pom\.xml$/, /git-?build-hook-maven-plugin|githook-maven-plugin|git-code-format-maven-plugin/],
            [/^(flake|devenv)\.nix$/, /\b(pre-commit|git)-hooks(\.nix|\.hooks|\.lib)\b/],
            [/^build\.gradle(\.kts)?$/, /^\s*captainHook\s*\{|\bid[ (]["'][\w.]*git-?hooks?["']/m],
          ],
          // A script under any name is a hook where something links it.
          task: /\b(ln|cp|install)\b[^\n;&|]*\.git\/hooks\/(pre-commit|pre-push|commit-msg)\b|\bcore\.hooksPath\b/,
          file: [[/^\.trunk\/trunk\.ya?ml$/, /^\s*- trunk-(fmt|check)-pre-(commit|push)\b/m]],
        },
        app,
      )
    return findingOf(found, 'no hooks are set up; add a .pre-commit-config.yaml or a lefthook.yml')
  }),

  duplicate_code_detection: ofApplication((app, subject) => {
    const settings = app.language === 'go' ? golangciFile(subject.repository, upwards(app.directory)) : undefined
    const add = settings === undefined ? 'add jscpd and run it in CI' : `enable dupl in ${settings}`
    // Pylint reads Python alone.
    const copies =
      app.language === 'python' ? { ...duplicates, setting: [pylint('duplicate-code', 'R0801')] } : duplicates
    return findingOf(subject.evidence.any(copies, app), `nothing reports copies of code; ${add}`)
  }),

  large_file_detection: clues(
    'nothing notices large files; add check-added-large-files to the hooks, or a limit of lines to the linter',
    {
      line: [
        [/^\.pre-commit-config\.ya?ml$/, /check-added-large-files/],
        [/^scalastyle-config\.xml$/, /enabled="true"[^>]*FileLengthChecker|FileLengthChecker[^>]*enabled="true"/],
        [/^\.codeclimate\.yml$/, /file-lines:/],
        [/^\.?phpmd[^/]*\.xml/, /ExcessiveClassLength|codesize\.xml"/],
      ],
      file: [
        [analyzers, diagnostic('S104')],
        // A folder may have attributes of its own.
        [/(^|\/)\.gitattributes$/, /^[^#\n]*filter=lfs/m],
      ],
      setting: [
        reviveRule(/^file-length-limit$/),
        eslintRule(/max-lines/),
        biomeRule(/^noExcessiveLinesPerFile$/),
        checkstyle(/FileLength/),
        swiftlint('file_length'),
        rubocopNamed('Metrics/ClassLength'),
        pylint('too-many-lines', 'C0302', 'max-module-lines'),
      ],
      below: /(^|\/)[^/]*(file[-_]size|large[-_]files?|file[-_]length)[^/]*\.(test|spec|sh|ya?ml|ts|js|py)/,
      // A spell checker leaves large files out, and says so.
      task: /(?<!\b(?:binary-file|noisy-file)\b[^\n]*)(?<!Split|highlight )large[-_ ]files?(?![\w.])(?![^\n]*\b(?:binary-file|noisy-file)\b)|(?<!_|Split)largefiles?(?![\w.])|(?<!_)max-?file-?size(?!\.\w|_\w)|file-?size-?limit/i,
    },
  ),

  tech_debt_tracking: ofRepository(({ evidence, repository, applications }) => {
    const settled = applications.filter(({ directory }) => directory !== '')
    const settingOf = ({ directory }: Application) =>
      firstOf(debt.setting ?? [], (setting) => setting(repository, upwards(directory)))
    const page = evidence.notable.find(
      (path) => (todoPage.test(path) || debtPage.test(path)) && isWritten(repository, path),
    )
    return findingOf(
      // Each application may have a linter of its own.
      evidence.any(debt) ?? firstOf(settled, (app) => settingOf(app)) ?? (page && `${page}:1 is there`),
      'nothing keeps track of technical debt; add a lint rule for TODO marks, or a TECH_DEBT.md',
    )
  }),

  code_quality_metrics: ofApplication((app, { evidence }) => {
    if (!evidence.hasCi) return undefined
    const found = evidence.any(
      {
        near: /^(\.?sonar(-project|cloud)\.properties|\.codeclimate\.yml|\.?codecov\.ya?ml|\.deepsource\.toml|\.codacy\.ya?ml|\.coveralls\.yml|\.scrutinizer\.yml|\.codefactor\.yml|\.codebeat(settings|ignore)|qodana\.ya?ml)$/,
        below: /^\.qlty\/qlty\.toml$|^(\.github|dev)\/\.?codecov\.ya?ml$/,
        dependency: /^(coveralls|coveralls_reborn|php-coveralls\/php-coveralls|codecov|codeclimate-test-reporter)$/,
        line: [[gradle, ofSonar]],
        task: /codecov(?!erage)|[cg]overalls|sonar-?(scanner|qube|cloud)|\bsonar:sonar\b|\bsonarsource\/|codacy(?!_TOKEN=)|codeclimate|qlty-action|qodana|deepsource|smokeshow|cov-build|coverity/i,
      },
      app,
    )
    return findingOf(
      found,
      'no quality or coverage service is configured; add a codecov.yml or a sonar-project.properties',
    )
  }),

  n_plus_one_detection: ofApplication((app, { evidence }) => {
    // A library leaves to its users which queries are made.
    if (app.kind === 'library' || !declares(app, orms)) return undefined
    const found = evidence.any(
      {
        dependency: queryWatchers,
        line: [[/^(application|config)[^/]*\.(rb|ya?ml)$/, /strict_loading/]],
        task: /preventLazyLoading|strict_loading/,
      },
      app,
    )
    return findingOf(found, 'nothing finds N+1 queries; add a detector for the ORM, or a data loader')
  }),
}

const hooks =
  /^(?!(.*\/)?tests?\/)(.*\/)?(\.husky|\.?git-?hooks|\.?[\w-]*hooks)\/(pre-commit|commit-msg|pre-push)(\.\w+)?$|^((dev-?)?tools|scripts?|bin|dev|hack)\/(pre-commit|pre-push)(\.\w+)?$/i

/** A page that points elsewhere lists nothing. */
const todoPage = /^(docs\/)?TODO(S|-?LIST)?(\.\w+)?$/i

/** In small letters, debt is what somebody owes. */
const debtPage = /^(docs\/)?([A-Z]+[-_])*DEBT([-_][A-Z]+)*\.(md|rst|adoc|txt|org)$/

/** A build of Java that brings its results to SonarQube. */
const ofSonar = /sonar-maven-plugin|org\.sonarqube|<sonar\.(projectKey|organization|host\.url)>/

/** What reports technical debt. */
const debt: Clues = {
  below:
    /(^|\/)(TECH(NICAL)?[_-]?DEBT[^/]*|\.todo-?to-?issue[^/]*|\.todocheck\.ya?ml|\.0?pdd(\.ya?ml)?|sonar-project\.properties|\.sonarcloud\.properties|\.codeclimate\.yml|\.deepsource\.toml|\.qlty\/qlty\.toml)$|(^|\/)tech(nical)?[-_]debt[^/]*\.md$/i,
  line: [
    [/^pom\.xml$/, /taglist-maven-plugin/],
    [/^\.?phpcs\.xml(\.dist)?$/, /Commenting\.(Todo|Fixme)/],
    [/^\.clang-tidy$/, /(?<![-\w])google-readability-todo/],
    [/^scalastyle-config\.xml$/, /enabled="true"[^>]*TodoCommentChecker|TodoCommentChecker[^>]*enabled="true"/],
    [gradle, ofSonar],
  ],
  file: [
    [analyzers, diagnostic('S1134|S1135')],
    [/(^|\/)[^/]*detekt[^/]*\.ya?ml$/, /^\s*ForbiddenComment:\s*\n\s+active:\s*true/m],
  ],
  dependency:
    /^(leasot|eslint-plugin-expiring-todo-comments|todo_or_die|phpstan-todo-by|staabm\/phpstan-todo-by|flake8-fixme|flake8-todo)$/,
  setting: [
    golangci('godox'),
    ruff('TD'),
    ruff('FIX'),
    eslintRule(/no-warning-comments|expiring-todo-comments/),
    unicornRecommended,
    checkstyle(/TodoComment/),
    credo(/TagTODO|TagFIXME/),
    swiftlint('todo'),
    pylint('fixme', 'W0511'),
  ],
  task: /uses: *SonarSource\/|\bsonar(cloud|qube)(prepare|analyze)@|\b(dotnet[- ])?sonar-?scanner\b|\bsonar:sonar\b|\bgradlew?\b[^\n]{0,200}\bsonar(qube)?\b|todo-to-issue|tdg-github-action|todo[-_]?check(er)?\b|\b(rails|rake) notes\b|\bleasot\b|\bgodox\b|\bTODO\b.*grep|(grep|\brg)\b.*\b(TODO|FIXME)\b/i,
}

/** Tools that report copies of code. */
const duplicates: Clues = {
  near: /^\.?jscpd\.(jsonc?|ya?ml)$|^\.?sonar(-project\.properties|cloud\.properties)$/,
  dependency: /^(jscpd|flay|sebastian\/phpcpd|cpd)$/,
  line: [
    [/^((?!settings\.)[\w-]+\.gradle(\.kts)?|pom\.xml)$/, /\bcpd\b|sonarqube|sonar-maven/],
    [/^\.codeclimate\.yml$/, /^\s*(duplication:\s*\n\s+enabled:\s*true|(similar|identical)-code:)/m],
    [
      /^\.scrutinizer\.ya?ml$/,
      /^\s*(duplication|php_sim|php_cpd):\s*(true\b|\n(?:\s+\w+:[^\n]*\n)*?\s+enabled:\s*true)/m,
    ],
  ],
  setting: [golangci('dupl')],
  below: /^\.qlty\/qlty\.toml$/,
  task: /\b(jscpd|cpd|dupl|phpcpd|flay|simian|sonar-?(scanner|qube|cloud)\w*)\b|\bsonar:sonar\b|\bsonarsource\//i,
}

/** Analyzers of C# that a file for several projects brings to them. */
const analyzerPackage =
  /<PackageReference\s+Include="[\w.]*Analyzers?(?:\.\w+)?"|<(?:AnalysisLevel|AnalysisMode|EnforceCodeStyleInBuild|EnableNETAnalyzers)>/i
const warningsAsErrors = /<TreatWarningsAsErrors[^>]{0,200}>\s*true/i

/** What a project of .NET itself does not set, a file that it imports may set. */
function orInProps(app: Application, { repository }: Subject, found: Finding | undefined, pattern: RegExp) {
  if (app.language !== 'csharp' || found?.passes !== false) return found
  const set = setInProps(app, repository, pattern)
  return set === undefined ? found : pass(set)
}

/** Without a usual tool of the language, there is one for many languages. */
function limited(app: Application, { evidence }: Subject): Finding {
  return findingOf(evidence.task(/\blizard\b/, app), 'no limit of complexity is set; run lizard in CI')
}

/** What the compiler of Rust only warns about, CI may refuse. */
function withDenied(app: Application, { evidence }: Subject, found: Finding): Finding {
  if (app.language !== 'rust' || !found.passes) return found
  const denied = evidence.task(/-D ?warnings|--deny[= ]warnings/, app)
  return denied === undefined ? found : { ...found, also: [...found.also, denied] }
}

/** A program that has a part called architecture, such as a kind of picture, tests that part, not its own structure. */
function isAboutArchitecture({ applications, evidence }: Subject): boolean {
  return (
    evidence.path(
      /architecture\/[^/]+$/,
      (path) => architecturePart.test(path) && applications.some(({ sources }) => sources.includes(path)),
    ) !== undefined
  )
}

const architecturePart =
  /^(?!(?:.*\/)?(?:tests?|specs?|[^/]*\.?Tests?)\/)(?:.*\/)?architecture\/(?![^/]*(?:[Tt]est|[Ss]pec|_test)\w*\.)[^/]+\.\w+$/

/** A folder of source may be kept apart for older compilers. */
function isModuleOfJava(path: string): boolean {
  return nameOf(path) === 'module-info.java' && !isForTests(path)
}

function applicationCheck(check: Check) {
  return 'application' in check ? check.application : () => undefined
}

/** HLint has one hint on names, which its settings may take back. */
function withoutHint(app: Application, { evidence }: Subject): Finding | undefined {
  if (app.language !== 'haskell') return undefined
  const off = evidence.any({ line: [[/^\.hlint\.yaml$/, /^\s*- ignore:[^\n]*\bUse camelCase\b/m]] }, app)
  return off === undefined ? undefined : fail('the hint on names is switched off; take the line out of .hlint.yaml')
}
