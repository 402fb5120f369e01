import { descriptionIn } from '../facts/manifests.ts'
import type { Repository } from '../repository/create-repository.ts'
import { joinPath } from '../repository/places.ts'
import type { Application } from './application.ts'

/** What is told of an application, and the folder of its page. */
export type Described = Pick<Application, 'manifests' | 'directory'>

/** What comes later in a page tells how something is used, not what it is. */
const mostRead = 8000

const shortestProse = 20

/** What the manifests of an application say of it. */
export function describedBy(repository: Repository, { manifests }: Described): string[] {
  return manifests
    .map((path) => oneLine((descriptionIn(repository, path) ?? '').slice(0, mostRead)))
    .filter((text) => text !== '')
}

/** Its README. */
export function pageOf(repository: Repository, { directory }: Described): string {
  const pagesIn = (folder: string) =>
    repository
      .namesIn(folder)
      .filter((each) => /^readme(\.(md|markdown|rst|adoc|asciidoc|asc|txt))?$/i.test(each))
      .map((name) => repository.text(joinPath(folder, name)) ?? '')
  const own = pagesIn(directory)
  // The host shows this one if there is none at the root.
  const pages = own.length > 0 || directory !== '' ? own : [...pagesIn('.github'), ...pagesIn('docs')]
  // One of them may only point to the page beside it.
  return pages.sort((a, b) => b.length - a.length)[0] ?? ''
}

/** The first heading of its README, without badges. */
export function titleOf(repository: Repository, app: Described): string {
  const page = pageOf(repository, app).slice(0, mostRead)
  const title = /^[#=] +(.+)$|^(.+)\n={3,}[ \t]*$/m.exec(page)
  return oneLine((title?.[1] ?? title?.[2] ?? '').replace(/!\[[^\]]*\]\([^)]*\)|<[^>]*>|[*`]+/g, ''))
}

/** The paragraphs at the beginning of its README: no headings, badges, lists, tables, code or marks. */
export function proseOf(repository: Repository, app: Described): string[] {
  return pageOf(repository, app)
    .slice(0, mostRead)
    .replace(/<!--[\s\S]*?-->|^(```|~~~)[\s\S]*?^\1/gm, '')
    .replace(/!\[[^\]]*\](\([^)]*\)|\[[^\]]*\])|<[^>]*>/g, ' ')
    .replace(/\[([^\][]*)\](\([^)]*\)|\[[^\]]*\])?/g, '$1')
    .replace(/\bhttps?:\S+|[*`]+|\b_+|_+\b|\|\w+\|/g, '')
    .split(/\n\s*\n/)
    .map((part) => part.replace(/^.+\n([=~#*-])\1{2,}[ \t]*(\n|$)/, '').trim())
    .filter((part) => /^\p{L}/u.test(part) && part.length >= shortestProse)
    .map(oneLine)
}

/** Without control characters, which the service could not store. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}
