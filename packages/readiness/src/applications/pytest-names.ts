import type { Repository } from '../repository/create-repository.ts'
import { at } from '../repository/json-path.ts'
import { isTestSupport } from './test-files.ts'

/** Which further files are tests because the settings of pytest say so: in its folders, under the names that it is told. */
export function testsByPytest(repository: Repository): (path: string) => boolean {
  const { folders, names } = settingsOf(repository)
  // Without folders, the names would fit the whole program.
  if (names.length === 0 || folders.length === 0) return () => false
  const isNamed = new RegExp(`^(?:${names.map(asPattern).join('|')})$`)
  return (path) => {
    if (!path.endsWith('.py') || !folders.some((folder) => path.startsWith(`${folder}/`))) return false
    const name = path.slice(path.lastIndexOf('/') + 1)
    return isNamed.test(name) && !name.startsWith('_') && !/\/_/.test(path) && !isTestSupport(path)
  }
}

function settingsOf(repository: Repository): {
  readonly folders: readonly string[]
  readonly names: readonly string[]
} {
  const options = at(repository.data('pyproject.toml').value, 'tool', 'pytest', 'ini_options')
  const texts = ['pytest.ini', 'setup.cfg', 'tox.ini'].map((name) => sectionOf(repository.text(name) ?? ''))
  const valuesOf = (key: string) =>
    [wordsOf(at(options, key)), ...texts.map((text) => wordsOf(valueIn(text, key)))].find(({ length }) => length > 0) ??
    []
  return {
    folders: valuesOf('testpaths').map((folder) => folder.replace(/^\.\/|\/$/g, '')),
    names: valuesOf('python_files'),
  }
}

function sectionOf(text: string): string {
  return /^\[(?:tool:)?pytest\]\n([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(text)?.[1] ?? ''
}

/** A value may go on in the next lines, which are indented. */
function valueIn(section: string, key: string): string | undefined {
  return new RegExp(`^${key}\\s*=([^\\n]*(?:\\n[ \\t]+[^\\n]*)*)`, 'm').exec(section)?.[1]
}

function wordsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((each) => typeof each === 'string')
  return typeof value === 'string' ? value.split(/\s+/).filter((word) => word !== '') : []
}

/** A name with stars, as the source of an expression. Settings name files with or without their ending. */
function asPattern(name: string): string {
  const source = name
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return source.endsWith('py') ? source : `${source}(?:\\.py)?`
}
