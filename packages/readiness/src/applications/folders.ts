import type { Repository } from '../repository/create-repository.ts'

/** Whether an image is built of a directory: the file that describes it is there, and is not one for developers. */
export function hasImage(repository: Repository, directory: string): boolean {
  return repository.namesIn(directory).some((name) => /^(Dockerfile|Containerfile)(\.(prod|production))?$/.test(name))
}

/** Whether any file is below a directory, however deep. Paths are sorted, so halving finds the first that can be. */
export function isFolder({ paths }: Repository, directory: string): boolean {
  const start = `${directory}/`
  let from = 0
  for (let to = paths.length; from < to; ) {
    const middle = (from + to) >> 1
    if ((paths[middle] ?? '') < start) from = middle + 1
    else to = middle
  }
  return paths[from]?.startsWith(start) === true
}
