import type { Repository } from '../repository/create-repository.ts'
import type { Application } from './application.ts'
import { languageNames } from './languages.ts'
import { descriptionIn } from './manifests.ts'
import { joinPath } from './places.ts'

const longest = 300

const kindWords: Readonly<Record<Application['kind'], string>> = {
  service: 'service',
  frontend: 'front end',
  tool: 'program',
  library: 'library',
  infrastructure: 'infrastructure',
}

/** The description of an application, in its own words if it has some. */
export function describe(repository: Repository, app: Omit<Application, 'description' | 'parts'>): string {
  return ownWords(repository, app) ?? `${languageNames[app.language]} ${kindWords[app.kind]}`
}

/** How an application describes itself, in a manifest or at the beginning of its README. */
export function ownWords(
  repository: Repository,
  { manifests, directory }: Pick<Application, 'manifests' | 'directory'>,
): string | undefined {
  for (const manifest of manifests) {
    const found = cleaned(descriptionIn(repository, manifest) ?? '')
    if (found) return found
  }
  const readme = repository.namesIn(directory).find((name) => /^readme(\.md|\.rst|\.txt)?$/i.test(name))
  return readme === undefined ? undefined : firstParagraph(repository.text(joinPath(directory, readme)))
}

/** The first prose of a page: no headings, badges, tables or code. */
function firstParagraph(text: string | undefined): string | undefined {
  const paragraphs = (text ?? '').replace(/```.*?```/gs, '').split(/\n\s*\n/)
  const isProse = (part: string) => /^[\p{L}*_`]/u.test(part) && part.length >= 20 && !/^[^\n]+\n[=-]+$/.test(part)
  const found = paragraphs.map((part) => part.trim()).find(isProse)
  return found && cleaned(found.replaceAll(/[*_`]|\]\([^)]*\)|\[/g, ''))
}

/** One line without control characters and without half a character at the end, which the service could not store. */
function cleaned(text: string): string {
  return text
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
}
