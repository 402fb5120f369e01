import { isForeign, isForTests } from '../applications/places.ts'
import { inForce } from '../evidence/automation.ts'
import { quoted } from '../evidence/quoted.ts'
import type { Repository } from '../repository/create-repository.ts'
import { lineAt } from '../repository/parse.ts'
import { pathsLike } from '../repository/paths-like.ts'
import type { Setting } from './setting.ts'

/** Error Prone takes part in a build of Gradle. A line that only keeps its version for others configures nothing. */
export const appliesErrorProne =
  /["']net\.ltgt\.errorprone["']|\bplugins\.(?:\w+\.){0,3}error\.?[pP]rone\b|\bapply\b[^\n]{0,80}\bErrorPronePlugin\b|plugin:ErrorProne\b|\berrorprone["']?[ \t]*[({]|\berrorprone[ \t]+(?:["']|group:|(?:libs|deps|dependencies|project|rootProject)\b)|\badd\([ \t]*["']errorprone["']/

/** Its checks of unused code, where they are named and not switched off. */
const namesUnused =
  /^(?![^\n]*(?:\bOFF\b|\bSuppressWarnings\b))[^\n]*["':-]Unused(?:Variable|Method|Nested\w{1,20})\b/im

/** Without its warnings, among which unused code is, it reports errors alone. */
const silencesAll =
  /disableAll(?:Checks|Warnings)[ \t]*(?:=[ \t]*|\.set\([ \t]*)true\b|XepDisableAll(?:Checks|Warnings)\b/

/** Error Prone in such files of a build, with its checks of unused code. */
export function unusedByErrorProne(files: RegExp): Setting {
  return (repository) => {
    for (const path of pathsLike(repository, files)) {
      const found = isForeign(path) || isForTests(path) ? undefined : unusedIn(repository, path)
      if (found !== undefined) return found
    }
    return undefined
  }
}

function unusedIn(repository: Repository, path: string): string | undefined {
  const text = inForce(path, repository.text(path) ?? '')
  const { kept, disabled } = withoutDisabled(text)
  const isOff =
    silencesAll.test(text) ||
    /["']UnusedVariable["']/.test(disabled) ||
    /\bUnusedVariable\b[^\n]{0,80}\bOFF\b/.test(text)
  const found = namesUnused.exec(kept) ?? (isOff ? undefined : appliesErrorProne.exec(kept))
  if (!found) return undefined
  const start = kept.lastIndexOf('\n', found.index) + 1
  const line = kept.slice(start).split('\n', 1)[0] ?? ''
  return `${path}:${lineAt(kept, found.index)} sets ${quoted(line)}`
}

/** The names of checks that are disabled, which may stand in several lines, and the rest. Lines keep their numbers. */
function withoutDisabled(text: string): { readonly kept: string; readonly disabled: string } {
  const [first = '', ...calls] = text.split(/\bdisable\b/)
  const parts = calls.map((call) => {
    const end = call.indexOf(/^[ \t]*\(/.test(call) ? ')' : '\n')
    return end < 0 ? [call, ''] : [call.slice(0, end), call.slice(end)]
  })
  return {
    kept: first + parts.map(([names = '', rest = '']) => names.replace(/[^\n]+/g, '') + rest).join(''),
    disabled: parts.map(([names]) => names).join('\n'),
  }
}
