import { places } from '../catalog/places.ts'
import { byDirectory } from '../repository/places.ts'

/** Where builds of the Java machine keep the packages of a program, which may be called after tests or tools. */
const packages = /((^|\/)src\/(?:main|test|\w+Main|\w+Test)\/(?:java|kotlin|scala|groovy)\/).*\//

function withoutPackages(path: string): string {
  return path.replace(packages, '$1')
}

/** Whether others wrote a file, or it is input for tests. */
export const isOfOthers = byDirectory((directory) => places.ofOthers.test(directory) || places.inputs.test(directory))

/** Whether a file shows how something is used. Inside of a program, `example` is a usual name. */
export const isShow = byDirectory((directory) => places.shows.test(withoutPackages(directory)))

export function isForeign(path: string): boolean {
  return isOfOthers(path) || isShow(path)
}

/** Whether a file only serves tests or measurements: it does not show how the repository is run. */
export const isForTests = byDirectory((directory) => places.tests.test(withoutPackages(directory)))

/** Whether a file may deploy, watch or describe the program: tests, stand-ins and words of its interface do not. */
export function isShipped(path: string): boolean {
  return !isForTests(path) && !places.words.test(path)
}

const isInAside = byDirectory((directory) => places.aside.test(withoutPackages(directory)))

/** Whether a file, given relative to an application, serves its tests, its build or its upkeep. */
export function isAside(relativePath: string): boolean {
  return (
    isInAside(relativePath) ||
    /(^|\/)(build\.rs|(jest|vitest|playwright|cypress|karma)[\w.-]*\.\w+)$/.test(relativePath)
  )
}

/** Whether a source file, given relative to an application, is part of the program itself. */
export function isProgram(relativePath: string): boolean {
  if (isInAside(relativePath) || isShow(relativePath)) return false
  const name = relativePath.slice(relativePath.lastIndexOf('/') + 1)
  return !/^\.|\.config\.|^(setup|conftest|noxfile|fabfile|dangerfile|tasks|gulpfile|Gruntfile|Rakefile|mix)\.\w+$|^config\./.test(
    name,
  )
}
