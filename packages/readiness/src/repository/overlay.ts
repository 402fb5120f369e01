import type { Repository } from './create-repository.ts'
import { parseData } from './parse.ts'

/** The repository with some files written, without writing them. */
export function overlay(repository: Repository, files: ReadonlyMap<string, string>): Repository {
  if (files.size === 0) return repository
  const paths = [...new Set([...repository.paths, ...files.keys()])].sort()
  const known = new Set(paths)
  const added = [...files.keys()].filter((path) => !repository.has(path))
  return {
    ...repository,
    paths,
    has: (path) => known.has(path),
    namesIn(directory) {
      const prefix = directory ? `${directory}/` : ''
      const names = added
        .filter((path) => path.startsWith(prefix) && !path.slice(prefix.length).includes('/'))
        .map((path) => path.slice(prefix.length))
      return names.length === 0 ? repository.namesIn(directory) : [...repository.namesIn(directory), ...names].sort()
    },
    text: (path) => files.get(path) ?? repository.text(path),
    head(path) {
      const text = files.get(path)
      return text === undefined ? repository.head(path) : new TextEncoder().encode(text)
    },
    isMachineCode: (path) => !files.has(path) && repository.isMachineCode(path),
    data(path) {
      const text = files.get(path)
      return text === undefined ? repository.data(path) : parseData(path, text)
    },
  }
}
