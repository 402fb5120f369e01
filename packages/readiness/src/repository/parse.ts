import { type ParseError, parse as parseJsonc, printParseErrorCode } from 'jsonc-parser'
import { parse as parseToml, TomlError } from 'smol-toml'
import { parseAllDocuments } from 'yaml'

/** A file as data, or what is wrong with it. */
export type Parsed =
  | { readonly value: unknown; readonly fault?: undefined }
  | { readonly value?: undefined; readonly fault: string }

/** Reads JSON (with comments), YAML or TOML, by the name of the file. */
export function parseData(path: string, text: string): Parsed {
  try {
    if (/\.toml$|(^|\/)(Pipfile|Cargo\.lock)$/.test(path)) return { value: plain(parseToml(text)) }
    if (/\.ya?ml$|(^|\/)\.clang-(format|tidy)$/.test(path)) return parseYaml(path, withoutRuby(path, text))
    return parseJson(path, text)
  } catch (error) {
    if (error instanceof TomlError) return { fault: `${path}:${error.line} is not valid TOML` }
    return { fault: `${path} cannot be read` }
  }
}

/** Tables of TOML have no prototype, so that they could not even be written as a text. */
function plain(value: unknown): unknown {
  return structuredClone(value)
}

function parseJson(path: string, text: string): Parsed {
  const errors: ParseError[] = []
  const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true })
  const [first] = errors
  if (!first) return { value }
  const what = printParseErrorCode(first.error)
    .replace(/(?<=[a-z])[A-Z]/g, ' $&')
    .toLowerCase()
  return { fault: `${path}:${lineAt(text, first.offset)} is not valid JSON (${what})` }
}

/** RuboCop runs pieces of Ruby inside of its settings. What they would write is not known. Lines keep their numbers. */
function withoutRuby(path: string, text: string): string {
  if (!/(^|\/)\.rubocop[\w.-]*\.ya?ml$/.test(path)) return text
  return text.replace(/<%(?:[^%]|%(?!>)){0,500}%>/g, (piece) => piece.replace(/[^\n]+/g, ''))
}

/**
 * The first document counts, and of a key that is there twice the last. Aliases are limited by the library, so that a
 * small file cannot grow without end.
 */
function parseYaml(path: string, text: string): Parsed {
  const first = documentIn(text)
  // Tools of Go read lists whose last bracket stands as far to the left as their name.
  const document = first?.errors.length ? documentIn(text.replace(closingLine, (line) => `${farRight}${line}`)) : first
  if (!document) return { value: null }
  const fault = document.errors.length > 0 ? first?.errors[0] : undefined
  if (fault) return { fault: `${path}:${fault.linePos?.[0].line ?? 1} is not valid YAML` }
  return { value: document.toJS({ maxAliasCount: 100 }) }
}

const closingLine = /^[ ]*[\]}]+,?[ ]*$/gm
const farRight = ' '.repeat(80)

function documentIn(text: string) {
  const [document] = parseAllDocuments(text, { logLevel: 'silent', prettyErrors: true, uniqueKeys: false })
  return document && 'errors' in document ? document : undefined
}

/** Lines are counted from one. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
