import { directoryOf, resolvePath } from '../applications/places.ts'
import type { Repository } from '../repository/create-repository.ts'
import { nearest, type Setting, setsAt } from './setting.ts'

/** Files that include each other end somewhere. */
const mostIncluded = 4

/** A line of the options for the analyser of Dart, or of the files of the repository that they include. */
export function analysisOption(line: RegExp): Setting {
  return (repository, directories) => {
    const path = nearest(repository, directories, /^analysis_options\.yaml$/)
    return path && optionIn(repository, path, line)
  }
}

function optionIn(repository: Repository, path: string, line: RegExp, depth = 0): string | undefined {
  const text = (repository.text(path) ?? '').replace(/^\s*#.*$/gm, '')
  const match = line.exec(text)
  if (match) return setsAt(repository, path, match[0].trim())
  const included = /^include:\s*["']?(?!package:)([\w./-]+\.yaml)/m.exec(text)?.[1]
  return included === undefined || depth === mostIncluded
    ? undefined
    : optionIn(repository, resolvePath(directoryOf(path), included), line, depth + 1)
}
