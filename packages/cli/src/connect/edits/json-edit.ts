import { withValue } from '@muster/hooks/json-with-comments'
import { type ParseError, parse } from 'jsonc-parser'
import { exitCodes, Failure } from '../../command-line/failure.ts'
import type { Edit } from './edit.ts'

/** Settings by section and name. */
type Sections = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Edits a JSON file as text, so that comments, order and white space elsewhere stay. */
export function jsonEdit(path: string, sections: Sections): Edit {
  return {
    path,
    apply(text) {
      let result = text === undefined || text.trim() === '' ? '{}\n' : text
      assertHolds(result, path, sections)
      for (const [section, values] of Object.entries(sections)) {
        for (const [name, value] of Object.entries(values)) result = withValue(result, [section, name], value)
      }
      return result
    },
    revert(text, before) {
      const earlier = before === undefined ? {} : parseSettings(before, path)
      let result = text
      for (const [section, values] of Object.entries(sections)) {
        const old = objectOf(earlier[section])
        for (const name of Object.keys(values)) {
          if (!(section in parseSettings(result, path))) break
          result = withValue(result, [section, name], old?.[name])
        }
        const left = objectOf(parseSettings(result, path)[section])
        if (!old && left && Object.keys(left).length === 0) result = withValue(result, [section], undefined)
      }
      const isEmpty = Object.keys(parseSettings(result, path)).length === 0
      return before === undefined && isEmpty ? undefined : result
    },
  }
}

/** The content of a settings file. Agents allow comments and trailing commas. */
export function parseSettings(text: string, path: string): Readonly<Record<string, unknown>> {
  const errors: ParseError[] = []
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true })
  const settings = text.trim() === '' ? {} : objectOf(value)
  if (errors.length > 0 && text.trim() !== '') throw unusable(path, 'is not valid JSON')
  if (!settings) throw unusable(path, 'does not hold a JSON object')
  return settings
}

export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

export function textAt(settings: Readonly<Record<string, unknown>>, section: string, name: string): string {
  const value = objectOf(settings[section])?.[name]
  return typeof value === 'string' ? value : ''
}

function assertHolds(text: string, path: string, sections: Sections): void {
  const settings = parseSettings(text, path)
  for (const section of Object.keys(sections)) {
    if (section in settings && !objectOf(settings[section]))
      throw unusable(path, `has a "${section}" that is no object`)
  }
}

function unusable(path: string, what: string): Failure {
  return new Failure(`${path} ${what}. Nothing was changed.`, exitCodes.refused, 'Correct the file and try again.')
}
