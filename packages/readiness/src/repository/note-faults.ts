import type { Repository } from './create-repository.ts'

/** The same repository, which also tells the faults of files that are read as data during some work. */
export function notingFaults(repository: Repository) {
  let noted = new Set<string>()
  return {
    repository: {
      ...repository,
      data(path: string) {
        const parsed = repository.data(path)
        if (parsed.fault !== undefined) noted.add(parsed.fault)
        return parsed
      },
    },
    during<Value>(work: () => Value): readonly [value: Value, faults: ReadonlySet<string>] {
      noted = new Set()
      return [work(), noted]
    },
  }
}
