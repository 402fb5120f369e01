import { type Application, librariesOf } from '../applications/application.ts'
import { languageOf } from '../catalog/languages.ts'
import type { Marker } from '../catalog/marker-patterns.ts'
import { type Automation, findAutomation, usesIn } from '../facts/automation.ts'
import { commandsOf, runOf } from '../facts/commands.ts'
import { withoutComments } from '../facts/comments.ts'
import type { Dependency } from '../facts/dependency.ts'
import { firstOf } from '../facts/first-of.ts'
import { globs, mayBeSource, nameMatcher, wordsOf } from '../facts/glob.ts'
import { keyOf } from '../facts/keys.ts'
import { tellsMore } from '../facts/markers.ts'
import { isNotable } from '../facts/notable.ts'
import { type Page, pagesOf } from '../facts/pages.ts'
import { isShipped } from '../facts/places.ts'
import { quoted } from '../facts/quoted.ts'
import { ruleOf } from '../facts/rules.ts'
import type { Repository } from '../repository/create-repository.ts'
import { lineAt } from '../repository/parse.ts'
import { isAbove, joinPath, upwards } from '../repository/places.ts'

export type Facts = ReturnType<typeof createFacts>

/** What is read once in a repository, and where it stands. Every answer is a phrase that names path and line. */
export function createFacts(repository: Repository, applications: readonly Application[]) {
  const notable = repository.paths.filter(isNotable)
  const automation = findAutomation(repository, notable)
  const uses = usesIn(repository, automation)
  const pages = pagesOf(repository, notable)
  const owner = new Map(
    applications.flatMap((app) => (app.directory ? app.paths.map((path) => [path, app] as const) : [])),
  )
  const isOf = (path: string, app: Application | undefined) => {
    const own = app && owner.get(path)
    return own === undefined || own === app || (app?.parts.includes(own) ?? false)
  }
  const visible = repository.paths.filter(isNotableOrPicture)
  // Most files are source, and most globs mean none.
  const others = visible.filter((path) => languageOf(path) === undefined)
  const like = remember((list: string) => {
    const { all = [], few = [] } = Object.groupBy(wordsOf(list), (word) => (mayBeSource(word) ? 'all' : 'few'))
    const found = (words: readonly string[], paths: readonly string[]) => {
      const wanted = globs(words.join(' '))
      return words.length === 0 ? [] : paths.filter((path) => wanted.test(path))
    }
    return [...new Set([...found(all, visible), ...found(few, others)])].sort()
  })
  const split = remember((list: string) => {
    const { bare = [], deep = [] } = Object.groupBy(wordsOf(list), (word) => (word.includes('/') ? 'deep' : 'bare'))
    return { bare: bare.join(' '), deep: deep.join(' ') }
  })
  const named = remember((bare: string) =>
    remember((directory: string) =>
      repository
        .namesIn(directory)
        .filter((name) => pattern(bare).test(name))
        .map((name) => joinPath(directory, name)),
    ),
  )
  const matching = remember((expression: RegExp) => repository.paths.filter((path) => expression.test(path)))
  const text = remember((path: string) => withoutComments(path, (repository.text(path) ?? '').replaceAll('\r\n', '\n')))
  const commands = remember(commandsOf)
  const names = remember(nameMatcher)
  const pattern = remember(globs)

  /** Files of a list: names in the folder of an application or above it, the nearest first, and paths. */
  const filesOf = (list: string, app?: Application, isForTests = false): string[] => {
    const { bare, deep } = split(list)
    const near = bare === '' ? [] : upwards(app?.directory ?? '').flatMap(named(bare))
    return [
      ...near,
      ...(deep === '' ? [] : like(deep).filter((path) => isOf(path, app) && (isForTests || isShipped(path)))),
    ]
  }
  const at = (path: string, index: number, verb: string, whole = text(path)) => {
    const start = whole.lastIndexOf('\n', index - 1) + 1
    const end = whole.indexOf('\n', Math.max(index, start))
    return `${path}:${lineAt(whole, index)} ${verb} ${quoted(whole.slice(start, end < 0 ? undefined : end))}`
  }
  const automationOf = (app?: Application) =>
    app ? automation.filter(({ base }) => isAbove(base, app.directory)) : automation
  const runIn = (files: readonly Automation[], list: string) =>
    firstOf(files, (file) => {
      const index = runOf(file, commands(list))
      return index === undefined ? undefined : at(file.path, firstVisible(file.text, index), 'runs', file.text)
    })
  const told = remember((expression: RegExp) =>
    firstOf(pages, (page) => found(page.path, page.text, expression, 'says')),
  )
  const codeBy = (isMeant: (text: string) => boolean, isPage: (page: Page) => boolean) =>
    firstOf(pages, (page) => {
      const line = isPage(page) ? page.code.find((each) => isMeant(each.text)) : undefined
      return line && `${page.path}:${line.line} says ${quoted(line.text)}`
    })
  const found = (path: string, whole: string, expression: RegExp, verb: string) => {
    const match = expression.exec(whole)
    return match ? at(path, firstVisible(whole, match.index), verb, whole) : undefined
  }

  return {
    repository,
    notable,
    automation,
    pages,
    hasCi: automation.some(({ path, isCi }) => isCi && /\.ya?ml$|enkins|^\.|^ci\//.test(path)),
    filesOf,
    text,

    files(list: string, app?: Application, except?: string, isForTests = false): string | undefined {
      const isLeftOut = except === undefined ? () => false : (path: string) => pattern(except).test(path)
      const path = plainest(filesOf(list, app, isForTests).filter((each) => !isLeftOut(each)))
      return path && `${path}:1 is there`
    },

    needs(list: string, app?: Application, isLibrary = false): string | undefined {
      const isMeant = (each: Dependency) => names(list)(each.name) || (each.alsoCalled?.some(names(list)) ?? false)
      return firstOf(app ? [app] : applications, (each) => {
        const needed = isLibrary ? librariesOf(each).filter(({ isOwn }) => !isOwn) : each.dependencies
        const dependency = needed.find(isMeant)
        return dependency && `${dependency.path}:${dependency.line} depends on ${dependency.name}`
      })
    },

    runs: (list: string, app?: Application) => runIn(automationOf(app), list),

    ci: (list: string) =>
      runIn(
        automation.filter(({ isCi }) => isCi),
        list,
      ),

    uses(list: string): string | undefined {
      const isMeant = pattern(list.toLowerCase())
      const use = uses.find(
        ({ name }) =>
          isMeant.test(name.toLowerCase()) || isMeant.test(name.toLowerCase().split('/').slice(0, 2).join('/')),
      )
      return use && `${use.path}:${use.line} uses ${use.name}`
    },

    keys: (list: string, app?: Application) =>
      firstOf(wordsOf(list), (word) => {
        const [file = '', ...key] = word.split(':')
        return firstOf(filesOf(file, app), (path) => keyOf(repository, path, key.join(':')))
      }),

    rules: (list: string, app?: Application) =>
      firstOf(wordsOf(list), (word) => ruleOf(word, repository, upwards(app?.directory ?? ''))),

    code(marker: Marker, app?: Application): string | undefined {
      const all = (app ? [app, ...app.parts] : applications).flatMap((each) => each.markers().get(marker) ?? [])
      const [first, ...others] = all
      if (first === undefined) return undefined
      const best = others.reduce((one, each) => (tellsMore(marker, each.path, one.path) ? each : one), first)
      return `${best.path}:${best.line} has ${quoted(best.text)}`
    },

    says: (list: string, line: RegExp, app?: Application, isForTests = false) =>
      firstOf(filesOf(list, app, isForTests), (path) => found(path, text(path), line, 'has')),

    told,

    at,

    /** The same, on pages with such a path. */
    toldOn: (paths: RegExp, expression: RegExp) =>
      firstOf(pages, (page) => (paths.test(page.path) ? found(page.path, page.text, expression, 'says') : undefined)),

    /** A command in the pages of skills and of instructions for agents. */
    skills: (expression: RegExp) =>
      firstOf(notable, (path) =>
        /(^|\/)skills\/.+\.md$|^\.[\w-]+\/commands\/.+\.md$|^(AGENTS|CLAUDE)\.md$/.test(path)
          ? found(path, repository.text(path) ?? '', expression, 'says')
          : undefined,
      ),

    /** A line in what is run. */
    runsText: (expression: RegExp) => firstOf(automation, (file) => found(file.path, file.text, expression, 'runs')),

    lineIn: (path: string, expression: RegExp) => found(path, text(path), expression, 'has'),

    /** A file with which something is deployed, watched or described. */
    shipped(expression: RegExp): string | undefined {
      const path = plainest(notable.filter((each) => expression.test(each) && isShipped(each)))
      return path && `${path}:1 is there`
    },

    /** A command in a page for those who work here. */
    instructed: (isMeant: (text: string) => boolean) => codeBy(isMeant, ({ isForWork }) => isForWork),

    /** The same, on any page. */
    shown: (isMeant: (text: string) => boolean) => codeBy(isMeant, () => true),

    /** The first path that matches; each expression is tried once, so it has to be a constant. */
    path: (expression: RegExp, isMeant: (path: string) => boolean = () => true) => matching(expression).find(isMeant),
  }
}

function isNotableOrPicture(path: string): boolean {
  return (
    isNotable(path) ||
    /\.(png|jpe?g|svg|gif|webp)$/i.test(path) ||
    !/(^|\/)(node_modules|vendor|third_party|fixtures|testdata|examples?|samples?)\//.test(path)
  )
}

/** The one that is nearest to the root, and of those the shortest. */
function plainest(paths: readonly string[]): string | undefined {
  const depth = (path: string) => path.split('/').length
  return [...paths].sort((a, b) => depth(a) - depth(b) || a.length - b.length)[0]
}

function firstVisible(text: string, index: number): number {
  let at = index
  while (at < text.length && /\s/.test(text[at] ?? '')) at++
  return at
}

function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>()
  return (key) => {
    if (!known.has(key)) known.set(key, make(key))
    return known.get(key) as Value
  }
}
