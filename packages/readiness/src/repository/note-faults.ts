import type { Repository } from './create-repository.ts'

/** The same repository; what is wrong with the files that are read as data through it is noted. */
export function noteFaults(repository: Repository, noted: Set<string>): Repository {
  return {
    ...repository,
    data(path) {
      const parsed = repository.data(path)
      if (parsed.fault !== undefined) noted.add(parsed.fault)
      return parsed
    },
  }
}
