import type { Application } from '../applications/application.ts'
import { directoryOf, resolvePath } from '../applications/places.ts'
import { withoutComments } from '../evidence/automation.ts'
import type { Repository } from '../repository/create-repository.ts'
import { lineAt } from '../repository/parse.ts'

/** Files that projects of .NET name to take from them what they share. */
export function importedProps({ manifests }: Application, repository: Repository): string[] {
  const named = manifests.flatMap((path) =>
    [...(repository.text(path) ?? '').matchAll(/<Import\s+Project="([^"$]+\.(?:props|targets))"/g)].map(
      ([, name = '']) => resolvePath(directoryOf(path), name.replaceAll('\\', '/')),
    ),
  )
  return [...new Set(named)].filter((path) => repository.has(path))
}

/** Where such a file sets something. */
export function setInProps(app: Application, repository: Repository, pattern: RegExp): string | undefined {
  for (const path of importedProps(app, repository)) {
    const text = withoutComments(repository.text(path) ?? '')
    const found = pattern.exec(text)
    if (found) return `${path}:${lineAt(text, found.index)} sets ${found[0].trim()}`
  }
  return undefined
}
