import type { Repository } from '../../repository/create-repository.ts'
import { at } from '../../repository/json-path.ts'
import { joinPath } from '../../repository/places.ts'
import { type Setting, setsAt } from './setting.ts'

/** The type checker of Python is strict: in its own section, because other tools have an option of the same name. */
export const strictPython: Setting = (repository, directories) => {
  for (const directory of directories) {
    // A run may be told to read settings under another name.
    const others = repository.namesIn(directory).filter((name) => /^mypy[-_]\w+\.ini$/.test(name))
    for (const [name, find] of [...files, ...others.map((each) => [each, inIni] as const)]) {
      const path = joinPath(directory, name)
      const found = repository.has(path) ? find(repository, path) : undefined
      if (found !== undefined) return setsAt(repository, path, found)
    }
  }
  return undefined
}

type Find = (repository: Repository, path: string) => string | undefined

const inProject: Find = (repository, path) => {
  const tool = at(repository.data(path).value, 'tool')
  if (at(tool, 'mypy', 'strict') === true) return 'strict'
  // A part of the modules, those of the project, may be strict.
  if ([at(tool, 'mypy', 'overrides')].flat().some((each) => at(each, 'strict') === true)) return 'strict'
  const isStrict = ['pyright', 'basedpyright'].some((each) => isPyrightStrict(at(tool, each)))
  return isStrict ? 'typeCheckingMode' : undefined
}

function isPyrightStrict(section: unknown): boolean {
  return at(section, 'typeCheckingMode') === 'strict'
}

/** Only the general section: others are about single modules. */
const inIni: Find = (repository, path) => {
  const section = /^\[mypy\]([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(repository.text(path) ?? '')?.[1] ?? ''
  return /^\s*strict\s*=\s*true/im.exec(section)?.[0].trim()
}

const files: readonly (readonly [name: string, find: Find])[] = [
  ['pyproject.toml', inProject],
  ['mypy.ini', inIni],
  ['.mypy.ini', inIni],
  ['setup.cfg', inIni],
  [
    'pyrightconfig.json',
    (repository, path) => (isPyrightStrict(repository.data(path).value) ? 'typeCheckingMode' : undefined),
  ],
]
