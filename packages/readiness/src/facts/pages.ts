import type { Repository } from '../repository/create-repository.ts'
import { expression } from '../repository/expression.ts'
import { type CodeLine, codeLines, withoutCommentsInBlocks } from './code-blocks.ts'
import { isForeign } from './places.ts'

/** A page for people or agents. */
export interface Page {
  readonly path: string
  readonly text: string
  /** The commands in it. */
  readonly code: readonly CodeLine[]
  /** It tells how to work on the project. */
  readonly isForWork: boolean
}

const pages = expression(
  'i',
  String.raw`^([^/]+|\.(github|claude)\/[^/]+|([^/]+\/)?(docs?|documentation)\/.+|(contributing|readme)\/.+|(?!\.)[^/]+\/(README`,
  String.raw`|CONTRIBUTING|DEVELOPMENT)|(packages|crates|apps|libs|modules|plugins)\/[^/]+\/README)\.(md|mdx|markdown|rst|rdoc|adoc`,
  '|asc|asciidoc|txt|org|textile|pod)$|^(README|INSTALL|BUILDING|HACKING|CONTRIBUTING)$',
)
const noPages = expression(
  'i',
  String.raw`(^|\/)(CMakeLists|(.*[-_])?requirements([-_.].*)?|constraints|robots)\.txt$|(^|\/)(LICEN[CS]E|COPYING|EULA|CHANGE(S|LOG)`,
  String.raw`|HISTORY|NEWS|RELEASES?|CODE_OF_CONDUCT|AUTHORS)[^/]*$|(^|\/)(changelogs?|release[-_]?notes?|blog)\/`,
)
const forWork = expression(
  'i',
  String.raw`(^|\/)(README|AGENTS?|CLAUDE|GEMINI|CONTRIBUT|DEVELOP|HACKING|BUILD|INSTALL|SETUP|GETTING[-_]?STARTED|QUICK[-_]?START`,
  String.raw`|LOCAL)[^/]*$|(^|\/)(contributing|development|developers?|setup|install(ation)?|getting[-_]?started|guides?)\/`,
)
const mostPages = 500
const longestParagraph = 10_000

export function pagesOf(repository: Repository, paths: readonly string[]): Page[] {
  const rank = (path: string) => (/^readme(\.\w+)?$/i.test(path) ? 0 : path.includes('/') ? 2 : 1)
  return paths
    .filter((path) => pages.test(path) && !noPages.test(path) && !isForeign(path))
    .sort((a, b) => rank(a) - rank(b))
    .slice(0, mostPages)
    .map((path) => toPage(repository, path))
}

/** The text of a page is read when somebody asks for it. */
function toPage(repository: Repository, path: string): Page {
  let text: string | undefined
  let code: readonly CodeLine[] | undefined
  const read = () =>
    (repository.text(path) ?? '')
      .replaceAll('\r\n', '\n')
      .replace(new RegExp(`^(.{${longestParagraph}}).+$`, 'gm'), '$1')
  return {
    path,
    isForWork: forWork.test(path),
    get text() {
      text ??= withoutCommentsInBlocks(read())
      return text
    },
    get code() {
      code ??= codeLines(/\.rst$/i.test(path) ? read().replace(/^([-~`])\1{2,}[ \t]*$/gm, '===') : read())
      return code
    },
  }
}
