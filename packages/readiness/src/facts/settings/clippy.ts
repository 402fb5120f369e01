import { joinPath } from '../../repository/places.ts'
import { withoutComments } from '../comments.ts'
import { firstOf } from '../first-of.ts'
import { nearest, type Setting, setsAt } from './setting.ts'

/** Where Cargo switches the lint on, itself or with its group. */
const inManifest = /^[ \t]*["']?(?:clippy::)?(cognitive_complexity|nursery)["']?[ \t]*=[ \t]*(?![^\n]*\ballow\b)/m

/** Where the root of a crate does. */
const inRoot = /^#!\[(?:warn|deny|forbid)\([^()\]]{0,2000}\bclippy::(cognitive_complexity|nursery)\b/m

/** The lint is switched off by its own name, whatever is said of its group. */
const isOff = /^[ \t]*["']?cognitive_complexity["']?[ \t]*=[^\n]*\ballow\b/m

/**
 * Clippy limits the complexity of functions. The lint is off unless somebody switches it on: a threshold alone holds
 * nothing.
 */
export const cognitiveComplexity: Setting = (repository, directories) =>
  firstOf(directories, (directory) => {
    const manifest = joinPath(directory, 'Cargo.toml')
    const text = withoutComments(manifest, repository.text(manifest) ?? '')
    const found = isOff.test(text) ? undefined : inManifest.exec(text)?.[1]
    if (found !== undefined) return withThreshold(manifest, found)
    return firstOf(['src/lib.rs', 'src/main.rs'], (name) => {
      const root = joinPath(directory, name)
      const lint = inRoot.exec(repository.text(root) ?? '')?.[1]
      return lint === undefined ? undefined : withThreshold(root, lint)
    })

    /** The settings with the number tell more than the line that switches the lint on. */
    function withThreshold(path: string, lint: string): string {
      const settings = nearest(repository, directories, /^\.?clippy\.toml$/)
      const threshold = 'cognitive-complexity-threshold'
      return settings !== undefined && repository.text(settings)?.includes(threshold)
        ? setsAt(repository, settings, threshold)
        : setsAt(repository, path, lint)
    }
  })
