import { createRequire } from 'node:module'
import type { Node, ParseError } from 'jsonc-parser'

export type JsonPath = readonly (string | number)[]

type Parsed = { readonly value: unknown } | { readonly line: number; readonly message: string; readonly fix: string }

/** Parses JSON with comments and trailing commas. An error has its line and the fix. */
export function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) }
  } catch {
    // Usually there are comments or trailing commas. The parser below accepts them, and locates other faults.
  }
  if (isBlank(text)) return { value: {} }
  const errors: ParseError[] = []
  const value: unknown = jsonc().parse(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (!error) return { value }
  return { line: lineAt(text, error.offset), ...(sayings[jsonc().printParseErrorCode(error.error)] ?? usual) }
}

/** The line of a value in a valid text, or of its nearest existing parent. */
export function lineOf(source: string, path: JsonPath): number {
  const tree = jsonc().parseTree(source, [], { allowTrailingComma: true })
  if (!tree) return 1
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const node = jsonc().findNodeAtLocation(tree, path.slice(0, depth))
    if (node) return lineAt(source, node.offset)
  }
  return 1
}

/** Keys that occur more than once in an object. JSON parsers keep only the last. */
export function doubleKeys(source: string): { readonly key: string; readonly line: number }[] {
  const found: { key: string; line: number }[] = []
  const visit = (node: Node) => {
    const seen = new Set<string>()
    for (const child of node.children ?? []) {
      const key = node.type === 'object' ? child.children?.[0]?.value : undefined
      if (typeof key === 'string') {
        if (seen.has(key)) found.push({ key, line: lineAt(source, child.offset) })
        seen.add(key)
      }
      visit(child)
    }
  }
  const tree = jsonc().parseTree(source, [], { allowTrailingComma: true })
  if (tree) visit(tree)
  return found
}

/** Sets one value, or removes it if `undefined`; everything else stays, including comments. */
export function withValue(source: string, path: JsonPath, value: unknown, isInsertion = false): string {
  const { modify, applyEdits } = jsonc()
  const text = isBlank(source) ? '{}\n' : source
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  '
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
  return applyEdits(text, modify(text, [...path], value, { formattingOptions, isArrayInsertion: isInsertion }))
}

const usual = { message: 'This is no valid JSON.', fix: 'Correct it there.' }

const sayings: Readonly<Record<string, { readonly message: string; readonly fix: string }>> = {
  CommaExpected: { message: 'A comma is missing before this.', fix: 'Put one after the value before it.' },
  ColonExpected: { message: 'A colon is missing.', fix: 'Put one between the name and its value.' },
  ValueExpected: { message: 'A value is missing.', fix: 'Write one, or take the name or comma before it away.' },
  PropertyNameExpected: { message: 'A name in double quotes is missing.', fix: 'Put the name in double quotes.' },
  CloseBraceExpected: { message: 'A closing brace is missing.', fix: 'Add } where the object ends.' },
  CloseBracketExpected: { message: 'A closing bracket is missing.', fix: 'Add ] where the list ends.' },
  EndOfFileExpected: { message: 'Something stands behind the end.', fix: 'Take it away, or a } too many before it.' },
  UnexpectedEndOfComment: { message: 'A comment is not closed.', fix: 'Close it with */.' },
  UnexpectedEndOfString: { message: 'A text is not closed.', fix: 'Close it with a double quote on the same line.' },
  InvalidEscapeCharacter: { message: 'A backslash stands alone.', fix: 'Write \\\\ for a backslash in a text.' },
  InvalidSymbol: { message: 'A word stands without quotes.', fix: 'Put it in double quotes.' },
  InvalidCharacter: { message: 'A character is not possible here.', fix: 'Write tabs and line breaks as \\t and \\n.' },
}

function isBlank(text: string): boolean {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim() === ''
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split('\n').length
}

let loaded: typeof import('jsonc-parser') | undefined

/** Loaded on demand: most settings are plain JSON, and a hook should start fast. */
function jsonc(): typeof import('jsonc-parser') {
  loaded ??= createRequire(import.meta.url)('jsonc-parser') as typeof import('jsonc-parser')
  return loaded
}
