import { groupBy } from '@muster/contract/group-by'

/**
 * Answers for a file what is asked about its directory, which ends with a slash. Paths come in their order, so the
 * answer for one file mostly holds for the next one.
 */
export function byDirectory(test: (directory: string) => boolean): (path: string) => boolean {
  let last = ''
  let answer = test('')
  return (path) => {
    const length = path.lastIndexOf('/') + 1
    if (length === last.length && path.startsWith(last)) return answer
    last = path.slice(0, length)
    answer = test(last)
    return answer
  }
}

export function directoryOf(path: string): string {
  const at = path.lastIndexOf('/')
  return at < 0 ? '' : path.slice(0, at)
}

/** The directory of a file, or the second one from the root above it. */
export function firstTwoFolders(path: string): string {
  const directory = directoryOf(path)
  const end = directory.indexOf('/', directory.indexOf('/') + 1)
  return end < 0 ? directory : directory.slice(0, end)
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

export function joinPath(directory: string, name: string): string {
  return directory ? `${directory}/${name}` : name
}

/** A path relative to a directory above it. */
export function below(path: string, directory: string): string {
  return directory ? path.slice(directory.length + 1) : path
}

/** The directory itself and all above it, the nearest first; the root is `''`. */
export function upwards(directory: string): string[] {
  const found = [directory]
  for (let at = directory; at; ) {
    at = directoryOf(at)
    found.push(at)
  }
  return found
}

/** A path relative to a directory, as a configuration file names it. */
export function resolvePath(directory: string, name: string): string {
  const segments = directory ? directory.split('/') : []
  for (const part of name.split('/')) {
    if (part === '..') segments.pop()
    else if (part !== '.' && part !== '') segments.push(part)
  }
  return segments.join('/')
}

/** Whether the content of one directory counts for another. */
export function isAbove(base: string, directory: string): boolean {
  return base === '' || directory === base || directory.startsWith(`${base}/`)
}

/** The first of the paths in the folder that holds most of them; of two such folders, in the one nearer to the root. */
export function ofLargestFolder(paths: readonly string[]): string | undefined {
  const depthOf = (directory: string) => (directory === '' ? 0 : directory.split('/').length)
  const [largest] = [...groupBy(paths, directoryOf)].sort(
    ([one, a], [other, b]) => b.length - a.length || depthOf(one) - depthOf(other),
  )
  return largest?.[1][0]
}
