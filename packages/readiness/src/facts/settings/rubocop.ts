import type { Repository } from '../../repository/create-repository.ts'
import { at, entriesOf } from '../../repository/json-path.ts'
import { directoryOf, nameOf, resolvePath } from '../../repository/places.ts'
import { nearest, type Setting, setsAt } from './setting.ts'

/** Configurations to inherit that switch everything off first. */
const sparse = /rubocop-rails-omakase|^standard/

/** A cop, or a cop of a department, is on in RuboCop. */
export function rubocop(department: string, cop?: string): Setting {
  return (repository, directories) => {
    const path = nearest(repository, directories, /^\.rubocop\.yml$/)
    const data = path && repository.data(path).value
    if (!path || data === undefined) return undefined
    const name = cop === undefined ? department : `${department}/${cop}`
    const isSparse =
      at(data, 'AllCops', 'DisabledByDefault') === true ||
      entriesOf(at(data, 'inherit_gem')).some(([gem]) => sparse.test(gem))
    // Older settings name a cop without its department.
    const own = entriesOf(data).filter(
      ([key]) => key === name || key === cop || (cop === undefined && key.startsWith(`${department}/`)),
    )
    const switchedOn = own.find(
      ([, value]) => at(value, 'Enabled') !== false && (!isSparse || at(value, 'Enabled') === true),
    )
    if (switchedOn) return setsAt(repository, path, switchedOn[0])
    // What is set later counts.
    const all = [...inherited(repository, path, data), data]
    const isOff = [department, name, cop ?? name].some(
      (each) => all.map((one) => at(one, each, 'Enabled')).findLast((value) => value !== undefined) === false,
    )
    return isSparse || isOff ? undefined : `${path}:1 keeps ${name}, which is on by default`
  }
}

/** What files of the repository, named by their place, set before. */
function inherited(repository: Repository, path: string, data: unknown): unknown[] {
  return [at(data, 'inherit_from')]
    .flat()
    .filter((each) => typeof each === 'string')
    .map((each) => repository.data(resolvePath(directoryOf(path), each)).value)
}

/** A cop is named and on, whatever the defaults are. */
export function rubocopNamed(name: string): Setting {
  return (repository, directories) => {
    // What RuboCop found when it was added is kept beside, with a limit of its own.
    for (const file of [/^\.rubocop\.yml$/, /^\.rubocop_todo\.yml$/]) {
      const path = nearest(repository, directories, file)
      const cops = entriesOf(path && repository.data(path).value)
      const [key, cop] = cops.find(([each]) => each === name || each === nameOf(name)) ?? []
      if (path && key !== undefined) return at(cop, 'Enabled') === false ? undefined : setsAt(repository, path, key)
    }
    return undefined
  }
}
