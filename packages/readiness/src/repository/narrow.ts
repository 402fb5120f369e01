import ignore from 'ignore'
import type { Repository } from './create-repository.ts'

/** The same repository without some paths, named as .gitignore would. */
export function narrow(repository: Repository, leaveOut: readonly string[]): Repository {
  if (leaveOut.length === 0) return repository
  const rules = ignore({ allowRelativePaths: true }).add([...leaveOut])
  const paths = repository.paths.filter((path) => !rules.ignores(path))
  const kept = new Set(paths)
  return {
    ...repository,
    paths,
    has: (path) => kept.has(path),
    namesIn: (directory) =>
      repository.namesIn(directory).filter((name) => kept.has(directory ? `${directory}/${name}` : name)),
    text: (path) => (kept.has(path) ? repository.text(path) : undefined),
    head: (path) => (kept.has(path) ? repository.head(path) : undefined),
    isMachineCode: (path) => kept.has(path) && repository.isMachineCode(path),
    data: (path) => (kept.has(path) ? repository.data(path) : { value: undefined }),
  }
}
