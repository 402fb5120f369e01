import { type Application, librariesOf } from '../applications/application.ts'
import { isCalled } from '../applications/dependency.ts'
import { isAbove, isForTests, isShipped, joinPath, resolvePath, upwards } from '../applications/places.ts'
import type { Repository } from '../repository/create-repository.ts'
import { lineAt } from '../repository/parse.ts'
import { type Automation, findAutomation, inForce, startedByCi } from './automation.ts'
import { type CodeLine, codeLines, withoutCommentsInBlocks } from './code-blocks.ts'
import { type Marker, tellsMore } from './markers.ts'
import { isNotable } from './notable.ts'
import { quoted } from './quoted.ts'
import { withShortParagraphs } from './short-lines.ts'
import { shippingFirst, usualFirst } from './usual-first.ts'

export type Traces = ReturnType<typeof createTraces>

/** Finds traces in a repository. Every answer is a phrase that names path and line. */
export function createTraces(repository: Repository, applications: readonly Application[]) {
  const notable = repository.paths.filter(isNotable)
  const automation = usualFirst(repository, findAutomation(repository, notable))
  const owned = new Set(applications.flatMap(({ directory, paths }) => (directory ? paths : [])))
  const pathsByApplication = new Map<Application, ReadonlySet<string>>()
  const pathsOf = (app: Application): ReadonlySet<string> => {
    const known = pathsByApplication.get(app) ?? new Set([app, ...app.parts].flatMap(({ paths }) => paths))
    pathsByApplication.set(app, known)
    return known
  }

  // Applications share most notable files, so each is compared once with a pattern.
  const notableByPattern = new Map<string, readonly string[]>()
  /** Notable files with such a path: all of them, or those of one application and those of none. */
  const notableLike = (paths: RegExp, app?: Application): readonly string[] => {
    const key = String(paths)
    const all = notableByPattern.get(key) ?? notable.filter((path) => paths.test(path))
    notableByPattern.set(key, all)
    return app ? all.filter((path) => !owned.has(path) || pathsOf(app).has(path)) : all
  }

  /** Files of Windows end their lines with two characters, which no pattern expects. */
  const read = (path: string): string => (repository.text(path) ?? '').replaceAll('\r\n', '\n')

  let documents: readonly string[] | undefined
  let started: readonly Automation[] | undefined
  const codeOf = new Map<string, readonly CodeLine[]>()
  const codeIn = (path: string): readonly CodeLine[] => {
    const lines = codeOf.get(path) ?? codeLines(withCodeIndented(path, read(path)))
    codeOf.set(path, lines)
    return lines
  }
  const commandIn = (path: string, pattern: RegExp): string | undefined => {
    const found = codeIn(path).find((each) => pattern.test(each.text))
    return found && `${path}:${found.line} says ${quoted(found.text)}`
  }

  const pathsFound = new Map<string, string | undefined>()
  const settings = new Map<string, string>()
  const settingsIn = (path: string): string => {
    const known = settings.get(path)
    if (known !== undefined) return known
    const text = inForce(path, read(path))
    settings.set(path, text)
    return text
  }

  const settingIn = (path: string, line: RegExp): string | undefined => {
    // Builds of Gradle are few, and often keep in comments what was tried once.
    if (/\.(gradle|kts?|groovy|java)$/.test(path)) return lineIn(path, settingsIn(path), line, 'has')
    const found = lineIn(path, read(path), line, 'has')
    // Most files hold nothing of it, so that comments are looked for only in those that do.
    return found !== undefined && /\.ya?ml$/.test(path) ? lineIn(path, settingsIn(path), line, 'has') : found
  }

  const aboveOf = new Map<string, readonly string[]>()
  const above = (directory: string): readonly string[] => {
    const known = aboveOf.get(directory)
    if (known) return known
    const found = [...upwards(directory), ...parentsOf(repository, directory)]
    aboveOf.set(directory, found)
    return found
  }

  const automationByApplication = new Map<Application, readonly Automation[]>()
  const automationFor = (app: Application | undefined): readonly Automation[] => {
    if (!app) return automation
    const known = automationByApplication.get(app)
    if (known) return known
    const found = automation.filter(({ base }) => isAbove(base, app.directory))
    automationByApplication.set(app, found)
    return found
  }

  // Applications share most pipelines, so each is searched once for a pattern.
  const runsFound = new Map<string, Map<Automation, string | undefined>>()
  const runIn = (file: Automation, pattern: RegExp): string | undefined => {
    const key = String(pattern)
    const known = runsFound.get(key) ?? new Map<Automation, string | undefined>()
    runsFound.set(key, known)
    if (!known.has(file)) known.set(file, lineIn(file.path, file.text, pattern, 'runs'))
    return known.get(file)
  }

  const traces = {
    notable,
    automation,
    hasCi: automation.some(({ isCi }) => isCi),

    near(names: RegExp, app?: Application): string | undefined {
      return firstOf(above(app?.directory ?? ''), (directory) => {
        const name = plainest(repository.namesIn(directory).filter((each) => names.test(each)))
        return name === undefined ? undefined : `${joinPath(directory, name)}:1 is there`
      })
    },

    below(paths: RegExp, app?: Application): string | undefined {
      const found = highest(notableLike(paths, app))
      return found === undefined ? undefined : `${found}:1 is there`
    },

    /** A file with which something is deployed, watched or described: not one of tests, and no words of an interface. */
    shipped(paths: RegExp, app?: Application): string | undefined {
      const found = highest(notableLike(paths, app).filter(isShipped))
      return found === undefined ? undefined : `${found}:1 is there`
    },

    /** The first of all paths, source files too. The same expression is tried only once. */
    path(pattern: RegExp, isMeant: (path: string) => boolean = () => true): string | undefined {
      const key = String(pattern)
      if (!pathsFound.has(key))
        pathsFound.set(
          key,
          repository.paths.find((path) => pattern.test(path) && isMeant(path)),
        )
      return pathsFound.get(key)
    },

    library(names: RegExp, app?: Application): string | undefined {
      return firstOf(app ? [app] : applications, (each) => {
        const found = librariesOf(each).find((library) => !library.isOwn && isCalled(library, names))
        return found && `${found.path}:${found.line} depends on ${found.name}`
      })
    },

    dependency(names: RegExp, app?: Application): string | undefined {
      return firstOf(app ? [app] : applications, ({ dependencies }) => {
        const found = dependencies.find((dependency) => isCalled(dependency, names))
        return found && `${found.path}:${found.line} depends on ${found.name}`
      })
    },

    task(pattern: RegExp, app?: Application): string | undefined {
      return firstOf(automationFor(app), (file) => runIn(file, pattern))
    },

    /** Only in CI. */
    ci(pattern: RegExp): string | undefined {
      return firstOf(automation, (file) => (file.isCi ? runIn(file, pattern) : undefined))
    },

    /** Anything in a file of CI, also what runs nothing. */
    ciFile(pattern: RegExp): string | undefined {
      return firstOf(automation, ({ path, isCi }) =>
        isCi ? lineIn(path, settingsIn(path), pattern, 'has') : undefined,
      )
    },

    /** In CI, or in a script, a target or a task that CI starts. */
    startedByCi(pattern: RegExp): string | undefined {
      started ??= shippingFirst(startedByCi(automation))
      return firstOf(started, (file) => lineIn(file.path, file.text, pattern, 'runs'))
    },

    /** The same, in up to three files of CI. */
    eachCi(pattern: RegExp): readonly string[] {
      return automation
        .flatMap((file) => (file.isCi ? (lineIn(file.path, file.text, pattern, 'runs') ?? []) : []))
        .slice(0, mostNamed)
    },

    /** Only what people start: build files, hooks and scripts. */
    script(pattern: RegExp, isMeant: (file: Automation) => boolean = () => true): string | undefined {
      return firstOf(automation, (file) =>
        file.isCi || isForTests(file.path) || besidePages.test(file.path) || !isMeant(file)
          ? undefined
          : lineIn(file.path, file.text, pattern, 'runs'),
      )
    },

    line(names: RegExp, line: RegExp, app?: Application): string | undefined {
      return firstOf(above(app?.directory ?? ''), (directory) =>
        firstOf(repository.namesIn(directory), (name) => {
          if (!names.test(name)) return undefined
          const path = joinPath(directory, name)
          return lineIn(path, settingsIn(path), line, 'sets')
        }),
      )
    },

    /** A line in any file whose path matches. */
    lineBelow(paths: RegExp, line: RegExp, app?: Application): string | undefined {
      return firstOf(notableLike(paths, app), (path) => settingIn(path, line))
    },

    /** The same, in files with which something is deployed, watched or described. */
    shippedLine(paths: RegExp, line: RegExp, app?: Application): string | undefined {
      return firstOf(notableLike(paths, app).filter(isShipped), (path) => settingIn(path, line))
    },

    marker(marker: Marker, app?: Application): string | undefined {
      const [first, ...others] = (app ? [app, ...app.parts] : applications).flatMap(
        (each) => each.markers().get(marker) ?? [],
      )
      if (first === undefined) return undefined
      const found = others.reduce((best, each) => (tellsMore(marker, each.path, best.path) ? each : best), first)
      return `${found.path}:${found.line} has ${quoted(found.text)}`
    },

    /** A line of the documentation: pages at the root, in .github and in docs. */
    documented(pattern: RegExp, pages = /./): string | undefined {
      return firstOf(traces.documents(), (path) =>
        skillPages.test(path) || !pages.test(path)
          ? undefined
          : lineIn(path, withShortParagraphs(withoutCommentsInBlocks(read(path))), pattern, 'says'),
      )
    },

    /** A command in the pages that tell how to work here. Prose is no command. */
    instructed(pattern: RegExp, isMeant: (path: string) => boolean = () => true): string | undefined {
      return firstOf(traces.documents(), (path) =>
        instructions.test(path) && isMeant(path) ? commandIn(path, pattern) : undefined,
      )
    },

    /** All commands in blocks of the pages that tell how to work on the whole. */
    instructedLines(): string[] {
      return traces
        .documents()
        .filter((path) => instructions.test(path) && !partPages.test(path) && !skillPages.test(path))
        .flatMap((path) => codeIn(path).flatMap(({ text, isInline }) => (isInline ? [] : [text])))
    },

    /** A command on any page: at the root, in .github and in docs, or for agents. */
    shown(pattern: RegExp, isMeant: (path: string) => boolean = () => true): string | undefined {
      return firstOf(traces.documents(), (path) =>
        partPages.test(path) || !isMeant(path) ? undefined : commandIn(path, pattern),
      )
    },

    documents(): readonly string[] {
      documents ??= documentsAmong(notable)
      return documents
    },
  }
  return traces
}

/** The one that is nearest to the root: what is deep below is mostly about a part. Tests and workflows come last. */
export function highest(paths: readonly string[]): string | undefined {
  const depthOf = (path: string) => path.split('/').length + (isForTests(path) || path.startsWith('.github/') ? 100 : 0)
  return [...paths].sort((a, b) => depthOf(a) - depthOf(b))[0]
}

/** Of settings of one tool for several purposes, those with the plainest name are the main ones. */
function plainest(names: readonly string[]): string | undefined {
  const tool = (name: string | undefined) => /^\W?[a-z]+/i.exec(name ?? '')?.[0]
  return names.filter((each) => tool(each) === tool(names[0])).sort((a, b) => a.length - b.length)[0]
}

/** What builds pages, or teaches something, is not how the project is set up. */
const besidePages = /(^|\/)(docs?|website|manual|tutorials?)\//

/** Folders beside a module of Maven in which its settings go on: a build may keep its parent there. */
function parentsOf(repository: Repository, directory: string, depth = 0): string[] {
  const named = /<relativePath>\s*([^<\s]+?)(?:\/pom\.xml)?\s*</.exec(
    repository.text(joinPath(directory, 'pom.xml'))?.split('<dependencies>')[0] ?? '',
  )?.[1]
  const parent = named === undefined ? undefined : resolvePath(directory, named)
  if (parent === undefined || depth === mostParents || !repository.has(joinPath(parent, 'pom.xml'))) return []
  return [parent, ...parentsOf(repository, parent, depth + 1)].filter((each) => !upwards(directory).includes(each))
}

/** Parents that name each other end somewhere. */
const mostParents = 3

/** Pages of Ruby and Perl indent code by any number of spaces; lines below headings of reStructuredText fence nothing. */
function withCodeIndented(path: string, text: string): string {
  if (/\.rst$/i.test(path)) return text.replace(/^([-~`])\1{2,}[ \t]*$/gm, '===')
  return /\.(rdoc|pod)$/i.test(path) ? text.replace(/^ {1,3}(?=\S)/gm, '    ') : text
}

/** Lists for tools, and terms of use: text that tells nothing about the project. */
const noPages =
  /(^|\/)(CMakeLists|(.*[-_])?requirements([-_.].*)?|constraints|robots)\.txt$|(^|\/)(LICEN[CS]E|COPYING|EULA)[^/]*$/i

const mostDocuments = 500
const mostSkillPages = 100
const mostNamed = 3

/** Pages that tell people and agents what to do. However many there are, agents still read their own. */
function documentsAmong(paths: readonly string[]): readonly string[] {
  const pages = paths
    .filter((path) =>
      /^([^/]+|\.(github|claude)\/[^/]+|([^/]+\/)?(docs?|documentation)\/.+|(contributing|readme)\/.+|(\.[\w-]+\/)?skills\/.+|\.[\w-]+\/commands\/.+|(?!\.)[^/]+\/(README|CONTRIBUTING|DEVELOPMENT))\.(md|mdx|markdown|rst|rdoc|adoc|asc|asciidoc|txt|org|textile|pod)$|^(README|INSTALL|BUILDING|HACKING|CONTRIBUTING)$/i.test(
        path,
      ),
    )
    .filter((path) => !history.test(path) && !noPages.test(path))
    .sort((a, b) => rankOf(a) - rankOf(b))
  const ofAgents = pages.filter((path) => skillPages.test(path)).slice(0, mostSkillPages)
  const others = pages.filter((path) => !skillPages.test(path)).slice(0, mostDocuments)
  return [...others, ...ofAgents]
}

/** The page that people open first comes first, and what agents read for single tasks last. */
function rankOf(path: string): number {
  if (skillPages.test(path)) return 3
  if (!path.includes('/')) return /^readme(\.\w+)?$/i.test(path) ? 0 : 1
  // The page of a part tells less than those of the whole.
  return /^(\.github|\.claude|docs?|documentation|contributing|readme)\//i.test(path) ? 2 : 2.5
}

/** Past states do not describe the present one. */
const history = /(^|\/)(CHANGELOG|CHANGES|HISTORY|NEWS|RELEASE[-_]?NOTES?)[^/]*$/i

/** Instructions for agents show commands, but hardly describe the project. */
export const skillPages = /^(\.[\w-]+\/)?skills\/|^\.[\w-]+\/commands\//

/** What is written about one part, or for its users. */
const partPages =
  /^(?!\.(github|claude)\/|docs?\/|documentation\/|contributing\/|readme\/|(\.[\w-]+\/)?(skills|commands)\/|[^/]+\/(README|CONTRIBUTING)[^/]*$)[^/]+\//i

const instructions =
  /^(README|AGENTS|CLAUDE|GEMINI|CONTRIBUTING|DEVELOP\w*|BUILD\w*|INSTALL|HACKING|RELEASING|MAINTAINING)(\.\w+)?$|^(\.github|([^/]+\/)?docs?|[^/]+)\/(README|AGENTS|CONTRIBUTING|develop\w*|build\w*|getting[-_]?started|quick-?start|install\w*|setup[\w-]*)\.\w+$|^\.claude\/CLAUDE\.md$|^(contributing|readme)\/(?!.*(third[-_]?party|notice|licen[cs]e)).+\.(md|mdx|rst|adoc)$|^docs?\/(.+\/)?(install\w*|contribut\w*|develop\w*|getting[-_]?started)\/[^/]+\.\w+$|^docs?\/(.+\/)?[\w-]*(quick-?start|getting[-_]?started|install(ation|ing)?[\w-]*|contrib\w*-develop\w*)\.\w+$|^docs?\/(.+\/)?(\d+[-_.])?(contributing|developing|development|building|hacking)\.\w+$|^\.github\/copilot-instructions\.md$|^(\.[\w-]+\/)?skills\/.+\.md$/i

function lineIn(path: string, text: string, pattern: RegExp, verb: string): string | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const start = text.lastIndexOf('\n', match.index) + 1
  const offset = match[0].startsWith('\n') ? match.index + 1 : match.index
  const end = text.indexOf('\n', offset)
  const line = text.slice(match[0].startsWith('\n') ? offset : start, end < 0 ? undefined : end)
  return `${path}:${lineAt(text, offset)} ${verb} ${quoted(line)}`
}

export function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}
