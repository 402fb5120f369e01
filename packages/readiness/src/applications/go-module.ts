import { groupBy } from '@muster/contract/group-by'
import type { Repository } from '../repository/create-repository.ts'
import { headText } from '../repository/head-text.ts'
import { directoryOf, isNotAlone, joinPath, nameOf } from './places.ts'

/** The address of the module of Go in a directory. */
export function goModuleOf(repository: Repository, directory: string): string | undefined {
  return /^module\s+(\S+)/m.exec(repository.text(joinPath(directory, 'go.mod')) ?? '')?.[1]
}

/** The folder of the command that is called like its module, if there is one, in a file of whatever name. */
export function ownCommandOf(repository: Repository, directory: string): string | undefined {
  const module = goModuleOf(repository, directory)
  if (module === undefined) return undefined
  const folder = joinPath(directory, `cmd/${nameOf(module.replace(/\/v\d+$/, ''))}`)
  return repository.namesIn(folder).some((each) => each.endsWith('.go')) ? folder : undefined
}

/**
 * The folders of a module whose code its commands use, directly or through others: all that a person who starts one of
 * them can meet. `undefined` if it has no command.
 */
export function usedByCommands(repository: Repository, directory: string, sources: readonly string[]) {
  const module = goModuleOf(repository, directory)
  if (module === undefined) return undefined
  const folders = groupBy(
    sources.filter((path) => path.endsWith('.go') && !path.endsWith('_test.go')),
    directoryOf,
  )
  const isCommand = ([folder, files]: readonly [string, readonly string[]]) =>
    !isNotAlone(`${folder}/`) && files.some((path) => /^package main\b/m.test(headText(repository, path)))
  const commands = [...folders].filter(isCommand).map(([folder]) => folder)
  if (commands.length === 0) return undefined
  const used = new Set(commands)
  // A set goes on with what is added on the way.
  for (const folder of used) {
    for (const path of folders.get(folder) ?? []) {
      for (const [, target = ''] of importsIn(headText(repository, path)).matchAll(/"([^"\n]+)"/g)) {
        if (target !== module && !target.startsWith(`${module}/`)) continue
        const imported = target === module ? directory : joinPath(directory, target.slice(module.length + 1))
        if (folders.has(imported)) used.add(imported)
      }
    }
  }
  return used
}

/** What follows the word in the lines of a file, or stands in the brackets after it. */
function importsIn(text: string): string {
  const found: string[] = []
  const begins = /^import\s*(\(|[^\n]*)/gm
  for (let begun = begins.exec(text); begun; begun = begins.exec(text)) {
    const end = begun[1] === '(' ? text.indexOf(')', begins.lastIndex) : begins.lastIndex
    if (end < 0) break
    found.push(begun[1] === '(' ? text.slice(begins.lastIndex, end) : (begun[1] ?? ''))
    begins.lastIndex = end
  }
  return found.join('\n')
}
