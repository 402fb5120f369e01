import type { Repository } from '../repository/create-repository.ts'
import { headText } from '../repository/head-text.ts'
import { at, hasAny } from '../repository/json-path.ts'
import type { Kind } from './application.ts'
import { calledKind, isBuiltWith, isFirstForPeople, isTitledForPeople } from './called-kind.ts'
import type { Dependency } from './dependency.ts'
import { hasImage } from './folders.ts'
import { isGemProgram, type Unsorted } from './is-started.ts'
import { below, isAside, isForeign, isForTests, isNotAlone, joinPath, nameOf } from './places.ts'
import { isInfrastructure } from './without-manifest.ts'

/** What the settings of a language or of a build say themselves. */
export function kindBySettings(repository: Repository, app: Unsorted): Kind | undefined {
  if (app.language === 'terraform') return 'infrastructure'
  if (app.ecosystems.length === 0 && app.sources.every(isBesideRoles) && isInfrastructure(repository))
    return 'infrastructure'
  if (app.ecosystems.includes('dotnet')) return dotnetKind(repository, app)
  if (isForDevices(repository, app) || isOnDesktop(repository, app)) return 'frontend'
  if (isLeftRunning(repository, app)) return 'service'
  if (isPackedForDevices(app)) return 'frontend'
  if (isImportedByDeno(repository, app)) return 'library'
  if (isLoadedByLaravel(repository, app) || isEngineOfRails(repository, app)) return 'library'
  if (isBuiltByQuarkus(repository, app)) return declaresPicocli(app) ? 'tool' : 'service'
  // What another tool builds has settings of its own, which say more.
  const isOfAll = !isOtherLanguage(app) && !app.paths.includes(joinPath(app.directory, 'package.json'))
  return isOfAll && app.manifests.includes(joinPath(app.directory, 'project.json'))
    ? nxKind(repository, app)
    : undefined
}

/** A package of JSR: it says what others import, and nothing beside it starts it. */
function isImportedByDeno(repository: Repository, { directory, ecosystems }: Unsorted): boolean {
  if (!ecosystems.includes('deno')) return false
  const manifest = ['deno.json', 'deno.jsonc'].map((name) => repository.data(joinPath(directory, name)).value)
  const isStarted = manifest.some((each) => hasAny(at(each, 'tasks'), ['start', 'serve', 'dev']))
  return manifest.some((each) => hasAny(each, ['exports'])) && !isStarted && !hasImage(repository, directory)
}

/** Pages that Capacitor puts into applications of telephones. */
function isPackedForDevices({ paths, directory, ecosystems }: Unsorted): boolean {
  return (
    ecosystems.includes('npm') && paths.some((path) => /^capacitor\.config\.(ts|js|json)$/.test(below(path, directory)))
  )
}

/** What a desktop lists among its programs, and people do not open in a terminal. */
function isOnDesktop(repository: Repository, app: Unsorted): boolean {
  if (!/^(cpp|zig|python|rust|lua|other)$/.test(app.language)) return false
  const entries = app.paths.filter((path) => /\.desktop(\.in)*$/.test(path) && !isForeign(path) && !isForTests(path))
  const texts = entries.map((path) => repository.text(path) ?? '')
  const isWindow = (text: string) => /^Type=Application/m.test(text) && !/^NoDisplay=true/m.test(text)
  if (texts.some((text) => /^Terminal=true/m.test(text)) || app.markers().has('listens')) return false
  return texts.some(isWindow) && (isFirstForPeople(repository, app) || opensWindow(repository, app))
}

/** A program in C that opens a window and is called neither a library nor a server. */
function opensWindow(repository: Repository, app: Unsorted): boolean {
  return (
    app.language === 'cpp' &&
    app.markers().has('window') &&
    calledKind(repository, app) === undefined &&
    !isBuiltWith(repository, app)
  )
}

/** What is made to be left running: by a server of Java, with a machine of Erlang, or as a site of Django. */
export function isLeftRunning(repository: Repository, app: Unsorted): boolean {
  return isForServletContainer(repository, app) || isReleaseOfErlang(repository, app) || isSiteOfDjango(repository, app)
}

/** What people manage, and a web server enters. Packages for Django keep the first of both for their tests. */
function isSiteOfDjango(repository: Repository, { directory, paths }: Unsorted): boolean {
  const manages = ['manage.py', 'src/manage.py'].some((name) =>
    (repository.text(joinPath(directory, name)) ?? '').includes('django.core.management'),
  )
  const entry = /^([\w-]+\/){1,3}(wsgi|asgi)\.py$/
  return manages && paths.some((path) => entry.test(below(path, directory)) && !isForeign(path) && !isNotAlone(path))
}

/** A package that says what Laravel is to load of it. */
export function isLoadedByLaravel(repository: Repository, { directory, language }: Unsorted): boolean {
  const manifest = repository.data(joinPath(directory, 'composer.json')).value
  const isProject = at(manifest, 'type') === 'project'
  return language === 'php' && !isProject && at(manifest, 'extra', 'laravel', 'providers') !== undefined
}

/** A gem that other applications of Rails mount; it keeps a site of its own only for its tests. */
export function isEngineOfRails(repository: Repository, app: Unsorted): boolean {
  const { directory, language } = app
  if (language !== 'ruby' || repository.has(joinPath(directory, 'config/application.rb'))) return false
  const isGem = repository.namesIn(directory).some((name) => /^.+\.gemspec$/.test(name))
  if (!isGem || isGemProgram(repository, app)) return false
  if (/^(service|tool)$/.test(calledKind(repository, app) ?? '')) return false
  const isEngine = (path: string) =>
    /^lib\/([\w-]+\/){1,3}engine\.rb$/.test(path) && !/\/(generators|templates)\//.test(path)
  return app.paths.some(
    (path) => isEngine(below(path, directory)) && /< (::)?Rails::Engine\b/.test(repository.text(path) ?? ''),
  )
}

/** An archive that a server of Java loads, with what answers requests named in its settings or in its source. */
function isForServletContainer(repository: Repository, app: Unsorted): boolean {
  const { directory, ecosystems, paths } = app
  const builds = ['build.gradle', 'build.gradle.kts'].map((name) => repository.text(joinPath(directory, name)) ?? '')
  const isByGradle = /["']war["']|^[ \t]*war[ \t]*$/m.test(builds.join('\n'))
  const isByMaven =
    ecosystems.includes('maven') && /<packaging>\s*war\s*</.test(repository.text(joinPath(directory, 'pom.xml')) ?? '')
  if (!isByGradle && !isByMaven) return false
  // The module may hold pages alone, and take its programs from others.
  const settings = repository.text(joinPath(directory, 'src/main/webapp/WEB-INF/web.xml')) ?? ''
  if (isByGradle ? settings !== '' : /<(servlet|filter|listener)>/.test(settings)) return true
  const isPage = (path: string) => /^src\/main\/webapp\/.+\.jspx?$/.test(below(path, directory))
  return paths.some(isPage) || app.sources.some((path) => answers.test(headText(repository, path)))
}

/** What a server of Java finds by itself in an archive, and gives requests to. */
const answers = /^@(WebServlet|WebFilter|ApplicationPath|Path)\b/m

/** Quarkus builds programs: what people type commands for, or what answers and watches. */
function isBuiltByQuarkus(repository: Repository, { directory }: Unsorted): boolean {
  const isSet = repository
    .namesIn(joinPath(directory, 'src/main/resources'))
    .some((name) => /^application\./.test(name))
  const text = repository.text(joinPath(directory, 'pom.xml')) ?? ''
  // Libraries may be built so, too, but only programs are set up.
  return (
    isSet &&
    text
      .split('<plugin>')
      .slice(1)
      .some((part) => part.includes('quarkus-maven-plugin') && /<goal>\s*build\s*</.test(part))
  )
}

function declaresPicocli(app: Unsorted): boolean {
  return ownDependencies(app).some(({ name }) => /(^|:)(quarkus-)?picocli$/.test(name))
}

/** A program of Erlang that is left running, with the settings of its machine. */
function isReleaseOfErlang(repository: Repository, { directory, language, paths }: Unsorted): boolean {
  const settings = /^rel\/(.+\/)?(vm\.args|reltool\.config)(\.\w+)?$/
  const isReleased = /^\{relx,/m.test(repository.text(joinPath(directory, 'rebar.config')) ?? '')
  return language === 'erlang' && (isReleased || paths.some((path) => settings.test(below(path, directory))))
}

/** What runs, checks or extends what is described; Ansible takes modules of Python from these folders. */
function isBesideRoles(path: string): boolean {
  return (
    isAside(path) || /^(library|module_utils|(\w+_)?plugins|roles|playbooks|contrib|inventory|molecule)\//.test(path)
  )
}

/** What its own manifests name, but not for its developers. */
export function ownDependencies({ dependencies, manifests }: Unsorted): Dependency[] {
  return dependencies.filter(({ path, isDevelopment }) => manifests.includes(path) && !isDevelopment)
}

export function isOtherLanguage({ language }: Unsorted): boolean {
  return language !== 'typescript' && language !== 'javascript'
}

/** An application that people install on a telephone or open in a window. */
function isForDevices(repository: Repository, app: Unsorted): boolean {
  const text = () => app.manifests.map((path) => repository.text(path) ?? '').join('\n')
  switch (app.language) {
    case 'dart':
      return (
        /^\s*flutter:\s*$/m.test(text()) && app.paths.some((path) => below(path, app.directory) === 'lib/main.dart')
      )
    case 'java':
    case 'kotlin':
      return (
        /^(?![ \t]*\/\/).*(com\.android\.application|\bandroid\.application\b)|^compose\.desktop \{/m.test(text()) ||
        (/^[ \t]*applicationId[ =]/m.test(text()) && /\bdefaultConfig\b/.test(text())) ||
        (app.markers().has('window') &&
          app.markers().has('javaMain') &&
          !isTypedWithArguments(repository, app) &&
          (isDrawn(repository, app) || isTitledForPeople(repository, app)))
      )
    case 'swift':
      // A package of Swift keeps an application beside it to show itself.
      return app.markers().has('window') && !/\.library\(/.test(text())
    case 'cpp':
      // Libraries and engines open windows to show what they can.
      return app.markers().has('window') && isTitledForPeople(repository, app)
    case 'rust':
      return (
        app.paths.some((path) => below(path, app.directory) === 'tauri.conf.json') ||
        isPageOfRust(app) ||
        (app.paths.some((path) => below(path, app.directory) === 'src/main.rs') &&
          ownDependencies(app).some(({ name }) => windows.test(name)))
      )
    default:
      return false
  }
}

/** What has less of its source than this part for windows shows only what goes on inside of it. */
const leastDrawn = 10

/** Whether a good part of a program of Java draws windows. */
function isDrawn(repository: Repository, { sources }: Unsorted): boolean {
  const draws = /\b(javax\.swing|java\.awt|javafx|org\.eclipse\.swt)\.|\bJFrame\b/
  const drawing = sources.filter((path) => draws.test(headText(repository, path)))
  return drawing.length * leastDrawn >= sources.length
}

/** What calls itself a tool and reads what people type behind its name may open a window, too. */
function isTypedWithArguments(repository: Repository, app: Unsorted): boolean {
  const readers = /(^|:)(picocli|commons-cli|jcommander|args4j|airline|jopt-simple|clikt(-jvm)?)$/
  return calledKind(repository, app) === 'tool' && ownDependencies(app).some(({ name }) => readers.test(name))
}

/** A page that a browser opens, with what is compiled for it. */
function isPageOfRust(app: Unsorted): boolean {
  const isOpened = app.paths.some((path) => below(path, app.directory) === 'index.html')
  return isOpened && ownDependencies(app).some(({ name }) => /^(yew|leptos|dioxus|sycamore|wasm-bindgen)$/.test(name))
}

/** Libraries of Rust that open a window. */
const windows =
  /^(winit|glutin|eframe|egui|iced|slint|gtk4?|relm4|druid|floem|gpui|dioxus-desktop|fltk|macroquad|bevy)$/

/** Nx says what builds and serves an application; its packages are those of all. */
function nxKind(repository: Repository, { directory, paths }: Unsorted): Kind {
  if (paths.some((path) => /^(src\/)?index\.html$/.test(below(path, directory)))) return 'frontend'
  const targets = JSON.stringify(at(repository.data(joinPath(directory, 'project.json')).value, 'targets') ?? '')
  return /angular|@nx\/(react|vue|next|nuxt|remix|expo|react-native)|vite:dev-server|:browser/.test(targets)
    ? 'frontend'
    : 'service'
}

/** Projects that are called after what is left running. */
const keepsRunning = /(Server|Service|Daemon)\.\w+proj$/i

/** Projects that are called after a task which ends. */
const runsOnce = /(Setup|Install(er)?|Migrat\w*|Seed(er)?|Util(ity)?|Tool|Cli)\.\w+proj$/i

/** Whether a project of .NET is called after a task which ends. */
export function isTask({ manifests }: Pick<Unsorted, 'manifests'>): boolean {
  return manifests.some((path) => runsOnce.test(path))
}

function dotnetKind(repository: Repository, { manifests, paths, directory, markers }: Unsorted): Kind {
  const text = manifests
    .filter((path) => nameOf(path).endsWith('proj'))
    .map((path) => repository.text(path) ?? '')
    .join('\n')
  if (/<UseMaui>\s*true|Sdk="Microsoft\.NET\.Sdk\.BlazorWebAssembly/i.test(text)) return 'frontend'
  // What is started without a console opens a window; controls for such programs are libraries.
  const isStarted = /<OutputType\b[^>]*>\s*(Win)?Exe/i.test(text)
  const drawsWindow = /<Use(WPF|WindowsForms|WinUI)>\s*true|<TargetFrameworks?>[^<]*-(android|ios|maccatalyst)/i
  if (isStarted && drawsWindow.test(text)) return 'frontend'
  if (/Aspire\.AppHost\.Sdk|<IsAspireHost>\s*true/i.test(text)) return 'tool'
  if (/Sdk="Microsoft\.NET\.Sdk\.(Web|Worker)/.test(text))
    return /<OutputType>\s*Library/i.test(text) ? 'library' : 'service'
  // The mark of a web application, before its settings had a name for it.
  if (/\{349c5851-65df-11da-9384-00065b846f21\}/i.test(text)) return 'service'
  if (!isStarted) return 'library'
  if (/<OutputType\b[^>]*>\s*WinExe/i.test(text) && !markers().has('listens')) return 'frontend'
  // What listens, is called after what does, or is kept running by an image is no command of people.
  const isKept =
    (markers().has('listens') ||
      manifests.some((path) => keepsRunning.test(path)) ||
      paths.some((path) => below(path, directory) === 'Dockerfile')) &&
    !isTask({ manifests })
  return isKept ? 'service' : 'tool'
}
