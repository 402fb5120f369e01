import type { Repository } from '../repository/create-repository.ts'
import { nameOf } from '../repository/places.ts'
import { isForeign } from './places.ts'
import { isTestFile } from './test-files.ts'

/** Where pytest reads its settings, the most special file first. */
const settingsFiles = ['pytest.ini', '.pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg']

const known = new WeakMap<Repository['paths'], (path: string) => boolean>()

/** Tests of Python that only the settings of pytest tell: `python_files` may name files of any name. */
export function isNamedForPytest(repository: Repository, path: string): boolean {
  if (!path.endsWith('.py')) return false
  const isNamed = known.get(repository.paths) ?? fromSettings(repository)
  known.set(repository.paths, isNamed)
  return isNamed(path)
}

function fromSettings(repository: Repository): (path: string) => boolean {
  const text = settingsFiles.map((name) => repository.text(name) ?? '').find((each) => each.includes('python_files'))
  const patterns = valuesOf(text ?? '', 'python_files')
  const folders = valuesOf(text ?? '', 'testpaths').map((each) => each.replace(/^\.\/|\/+$/g, ''))
  const isPlaced = (path: string) =>
    folders.length > 0 ? folders.some((each) => path.startsWith(`${each}/`)) : /(^|\/)tests?\//.test(path)
  return (path) =>
    patterns.length > 0 &&
    isPlaced(path) &&
    // Helpers stand between the tests, and their names say so.
    !/(^|\/)(_|conftest\.py$)/.test(path) &&
    !isForeign(path) &&
    !isTestFile(path) &&
    patterns.some((each) => fits(nameOf(path), each) || fits(path, each))
}

/** What a setting lists, in the ways of both INI and TOML. */
function valuesOf(text: string, name: string): string[] {
  const value =
    new RegExp(`^${name}\\s*=\\s*(\\[[^\\]]*\\]|[^\\n]*(?:\\n[ \\t]+\\S[^\\n]*)*)`, 'm').exec(text)?.[1] ?? ''
  return value.split(/[\s,"'[\]]+/).filter((each) => each !== '')
}

/** Whether a text fits a pattern in which `*` stands for anything and `?` for one character, in time that no pattern makes long. */
function fits(text: string, pattern: string): boolean {
  let at = 0
  let inPattern = 0
  let star = -1
  let tried = 0
  while (at < text.length) {
    const sign = pattern[inPattern]
    if (sign === '*') {
      star = inPattern++
      tried = at
    } else if (sign === '?' || sign === text[at]) {
      at++
      inPattern++
    } else if (star >= 0) {
      // The last star takes one more character.
      inPattern = star + 1
      at = ++tried
    } else return false
  }
  return /^\**$/.test(pattern.slice(inPattern))
}
