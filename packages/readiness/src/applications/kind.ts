import { findMarkers } from '../evidence/markers.ts'
import type { Repository } from '../repository/create-repository.ts'
import { at, hasAny } from '../repository/json-path.ts'
import { isAdditionToFramework } from './addition-to-framework.ts'
import type { Kind } from './application.ts'
import { calledKind, isTitledServer, saysServer, saysTool } from './called-kind.ts'
import {
  isDeployed,
  isForPeople,
  isInstalled,
  isKept,
  isOffered,
  isOperated,
  isPackedAndOffered,
  isRunAsServer,
  isStartedByImage,
  isStartedByUnit,
  isTyped,
} from './deployment.ts'
import { bothEnds, frontends, isServer, keepsData, pageMakers } from './frameworks.ts'
import { ownCommandOf, usedByCommands } from './go-module.ts'
import {
  hasCommands,
  isCalledAfterCommands,
  isCalledAfterServer,
  isForConsole,
  isGemProgram,
  isLibraryOfPython,
  isPackageOfHex,
  isStarted,
  type Unsorted,
} from './is-started.ts'
import { isOtherLanguage, kindBySettings, ownDependencies } from './kind-by-settings.ts'
import {
  commandsOf,
  forImport,
  isCommand,
  isMostlyPages,
  isOnlyUsed,
  isOpened,
  isPageOf,
  isPublished,
  kindOfScripts,
  uiKind,
} from './kind-of-package.ts'
import { below, directoryOf, isAside, isForeign, isForTests, joinPath } from './places.ts'
import { isShownAsLibrary } from './shown-as-library.ts'
import { isWebsite, makesWebsite } from './website.ts'

/** The kind of an application, from how it is started, deployed and published; `docs/readiness.md` tells the order. */
export function kindOf(repository: Repository, app: Unsorted): Kind {
  const called = calledKind(repository, app)
  const found = kindByStart(repository, app, called)
  // A part called so waits for messages of others.
  if (isBot(repository, app, found)) return 'service'
  if (found === 'frontend' && /(^|[/_-])cli$/.test(app.directory) && called === 'tool') return 'tool'
  if (found !== 'service' && found !== 'tool') return found
  if (isAdditionToFramework(repository, app)) return 'library'
  // A part called after the command line is one, whatever the whole is for.
  if (found === 'tool' && isCalledAfterCommands(app)) return 'tool'
  // What only tests need answers nobody else.
  if (found === 'service' && /(^|[/_-])test([-_][\w-]+)?$/.test(app.directory) && !isDeployed(app)) return 'library'
  // What talks to a server is no server, though the source of both ends is alike.
  if (found === 'service' && /(^|[/_-])clients?([-_]\w+)?$/.test(app.directory)) return 'library'
  // Words such as “framework” tell of a private package what it is made with.
  const isPrivate = at(repository.data(joinPath(app.directory, 'package.json')).value, 'private') === true
  // What is a library, too, is a tool if people install it for its command.
  const isForCommand = found === 'tool' && saysTool(repository, app) && isGot(repository, app)
  if (called === 'library' && !isForCommand && ((found === 'service' && !isPrivate) || isOtherLanguage(app)))
    return 'library'
  if (called === undefined && !isForConsole(repository, app) && isShownAsLibrary(repository, app)) return 'library'
  if (/^tools?\//.test(app.directory)) return 'tool'
  return called === 'service' ? 'service' : found
}

/** A part that is called after a bot, unless it is made for import. */
function isBot(repository: Repository, { directory }: Unsorted, found: Kind): boolean {
  if (!/(^|[/_-])bot$/.test(directory)) return false
  const manifest = repository.data(joinPath(directory, 'package.json')).value
  return found === 'library' ? manifest !== undefined && !hasAny(manifest, forImport) : found === 'tool'
}

/** Whether people get it for their own computers, packed or built from its source. */
function isGot(repository: Repository, app: Unsorted): boolean {
  return isForPeople(repository, app) || isInstalled(repository, app)
}

/** The same, before its own words are asked; `called` is the kind that they name. */
function kindByStart(repository: Repository, app: Unsorted, called: Kind | undefined): Kind {
  const named = kindBySettings(repository, app)
  if (named !== undefined) return named
  const manifest = repository.data(joinPath(app.directory, 'package.json')).value
  // A package that others import keeps its pages beside itself.
  const isAbout = isWebsite(app) && (!isOtherLanguage(app) || (app.directory !== '' && makesWebsite(manifest)))
  if (isAbout && !hasAny(manifest, ['main', 'exports', 'bin'])) return 'frontend'
  if (isWorker(repository, app)) return 'service'
  const own = ownDependencies(app)
  // Libraries of Go serve both ends of a connection, too.
  const isByCommand = app.markers().has('servesByCommand') && !app.markers().has('listens')
  const depends =
    app.language !== 'go' &&
    !isByCommand &&
    own.some((each) => isServer(each) && (!bothEnds.test(each.name) || keepsData(own)))
  if (called === undefined && isPackageOfHex(repository, app) && !isDeployed(app) && !isStarted(repository, app, false))
    return 'library'
  const isMadeForPrograms = called !== 'service' && isLibraryOfPython(repository, app)
  const isTool = called === 'tool' && isOtherLanguage(app) && !isWebRoot(app) && isReallyTool(repository, app, depends)
  const answers =
    !isMadeForPrograms &&
    !isTool &&
    (depends ||
      listens(repository, app, called) ||
      isWebRoot(app) ||
      isProjectOfPhp(repository, app) ||
      isPythonSite(app))
  if (!answers && isPackage(repository, app)) return 'library'
  if (answers && !depends && isCommand(repository, app, manifest) && !isOtherLanguage(app) && isTyped(repository, app))
    return 'tool'
  const isUi = own.some(({ name }) => frontends.test(name))
  if (isUi && isMostlyPages(app, manifest)) return 'frontend'
  // A crate without a program is a part of what an image beside it starts.
  const isCrateOnly = app.language === 'rust' && !isStarted(repository, app, depends)
  if (isDeployed(app) && answers && !isCrateOnly) return 'service'
  const isForImport = at(manifest, 'private') !== true && hasAny(manifest, [...forImport, 'keywords'])
  const isPacked = manifest !== undefined && !isForImport && !isUi && isPackedAndOffered(repository, app)
  if (isPacked && !isOnlyUsed(repository, app, manifest)) return isPageOf(app) && !answers ? 'frontend' : 'service'
  if (isStartedByImage(repository, commandsOf(manifest)) && !isTyped(repository, app)) return 'service'
  if (isDeployed(app) && isUi && !isMadeForPrograms && !isPublished(manifest)) return uiKind(repository, app)
  // A command of npm may be written in Rust for the most part.
  if (app.language === 'rust' && app.ecosystems.includes('npm') && isCommand(repository, app, manifest)) return 'tool'
  if (app.ecosystems.includes('npm') && manifest !== undefined && !isOtherLanguage(app))
    return kindOfScripts(repository, app, manifest, answers)
  if (isOpened(app) && !isOtherLanguage(app)) return 'frontend'
  // Pages for another program of PHP, which starts what is beside them.
  if (app.language === 'php' && isUi && !answers) return 'frontend'
  if (!isStarted(repository, app, depends))
    return isTool && app.language === 'python' && hasCommands(repository, app) ? 'tool' : 'library'
  const isService =
    answers ||
    (app.markers().has('accepts') && app.markers().has('internet')) ||
    (!app.markers().has('servesByCommand') && isKept(repository, app)) ||
    isOperated(repository, app) ||
    isCalledAfterServer(app)
  return isService && !isMadeForPrograms && !isTool ? 'service' : 'tool'
}

/** What calls itself a tool may bring a server; one that is shipped as a server only calls itself so. */
function isReallyTool(repository: Repository, app: Unsorted, depends: boolean): boolean {
  if (!depends && isForPeople(repository, app)) return true
  // An image without a port is one more way to get what people type.
  const isOpen = isDeployed(app) && isOffered(repository, app)
  const isShipped = depends || isOpen || isKept(repository, app) || opensAtStart(repository, app)
  return !isStartedByUnit(app) && (saysTool(repository, app) || !isShipped)
}

/** A program of Go that opens its port in one of its first files, and whose first words speak of a server. */
function opensAtStart(repository: Repository, app: Unsorted): boolean {
  const path = app.language === 'go' ? app.markers().get('listens')?.path : undefined
  return path !== undefined && !below(path, app.directory).includes('/') && saysServer(repository, app)
}

/** Whether it waits for requests of others, not only of its own developer or of one command. */
function listens(repository: Repository, app: Unsorted, called: Kind | undefined): boolean {
  const markers = app.markers()
  if (markers.has('servesByCommand') && isRunAsServer(repository, app)) return true
  if (!markers.has('listens') || listensBeside(repository, app) || isServeOfGo(repository, app)) return false
  // An image without a port is one more way to get what people install.
  const isOpen = isOffered(repository, app) || (isDeployed(app) && !isInstalled(repository, app))
  if (!isOpen && listensForOthers(repository, app)) return false
  // A command of Python may show its pages in the browser of the person who typed it.
  if (app.language === 'python' && !isOpen && hasCommands(repository, app)) return false
  if (isTitledServer(repository, app) || called === 'service') return true
  return isOpen || !(isForPeople(repository, app) || saysTool(repository, app))
}

/** A command of Go that can serve what it makes, in a file that is called so, and that nothing here keeps running. */
function isServeOfGo(repository: Repository, app: Unsorted): boolean {
  const isNamed = app.language === 'go' && /(^|\/)serve(_\w+)?\.go$/.test(app.markers().get('listens')?.path ?? '')
  return (
    isNamed && ownCommandOf(repository, app.directory) !== undefined && !isDeployed(app) && !isOffered(repository, app)
  )
}

/** Whether only other commands of a module of Go listen, not the one at its top or the one that is called like it. */
function listensBeside(repository: Repository, app: Unsorted): boolean {
  const isAtTop = /^package main\b/m.test(repository.text(joinPath(app.directory, 'main.go')) ?? '')
  const own = isAtTop ? undefined : ownCommandOf(repository, app.directory)
  if (!isAtTop && own === undefined) return false
  const commands = joinPath(app.directory, 'cmd/')
  if (!app.markers().get('listens')?.path.startsWith(commands)) return false
  const isOwn = (path: string) => own !== undefined && path.startsWith(`${own}/`)
  const sources = app.sources.filter((path) => !path.startsWith(commands) || isOwn(path))
  return !findMarkers(repository, sources, app.directory).has('listens')
}

/** Whether what listens in a module of Go is only for programs that import it: none of its own commands uses it. */
function listensForOthers(repository: Repository, app: Unsorted): boolean {
  const path = app.language === 'go' ? app.markers().get('listens')?.path : undefined
  if (path === undefined) return false
  const used = usedByCommands(repository, app.directory, app.sources)
  if (used === undefined || used.has(directoryOf(path))) return false
  const sources = app.sources.filter((each) => used.has(directoryOf(each)))
  return !findMarkers(repository, sources, app.directory).has('listens')
}

/** What the settings of Cloudflare start at the edge, and no page maker builds. */
function isWorker(repository: Repository, app: Unsorted): boolean {
  const starts = /^\s*"?main"?\s*[=:]/m
  const isStarted = app.paths.some(
    (path) => /^wrangler\.(toml|jsonc?)$/.test(below(path, app.directory)) && starts.test(repository.text(path) ?? ''),
  )
  const all = app.dependencies.filter(({ path }) => app.manifests.includes(path))
  return isStarted && !all.some(({ name }) => pageMakers.test(name))
}

/** A project of Composer that brings no command answers the requests that a web server gives it. */
function isProjectOfPhp(repository: Repository, { language, directory }: Unsorted): boolean {
  const manifest = repository.data(joinPath(directory, 'composer.json')).value
  return (
    directory === '' && language === 'php' && at(manifest, 'type') === 'project' && at(manifest, 'bin') === undefined
  )
}

/** A web server gives each request to this file. */
function isWebRoot({ language, paths, directory }: Unsorted): boolean {
  const isEntry = (path: string) =>
    /^([\w-]+\/)?index\.php$/.test(below(path, directory)) &&
    !isForeign(path) &&
    !isForTests(path) &&
    !isAside(below(path, directory))
  return language === 'php' && paths.some(isEntry)
}

/** What `manage.py` or a file for a WSGI server starts answers requests. Packages keep a `manage.py` for their tests. */
function isPythonSite({ language, paths, directory }: Unsorted): boolean {
  if (language !== 'python') return false
  const own = paths.map((path) => below(path, directory))
  if (own.some((path) => /^[^/]+\.wsgi$/.test(path))) return true
  return own.includes('manage.py') && !own.some((path) => /^(setup\.(py|cfg)|pyproject\.toml)$/.test(path))
}

/** What Composer or RubyGems install into other programs. A Dockerfile beside it is for its developers. */
function isPackage(repository: Repository, app: Unsorted): boolean {
  const { language, paths, directory } = app
  if (language === 'ruby') {
    const isGem = paths.some((path) => /^[^/]+\.gemspec$/.test(below(path, directory)))
    return isGem && !isGemProgram(repository, app)
  }
  const manifest = repository.data(joinPath(directory, 'composer.json')).value
  // Other types than that of a project say into which program it is installed.
  const type = at(manifest, 'type') ?? 'library'
  const isInstalledInto = type !== 'project' && (type !== 'library' || at(manifest, 'bin') === undefined)
  return language === 'php' && at(manifest, 'name') !== undefined && isInstalledInto
}
