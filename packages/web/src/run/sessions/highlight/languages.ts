/** The coloured languages, each with its names and file endings. The first is the name of its grammar. */
const names = [
  ['bash', 'sh', 'shell', 'zsh', 'console', 'shellsession'],
  ['c', 'h'],
  ['cpp', 'c++', 'cc', 'cxx', 'hpp'],
  ['csharp', 'cs', 'c#'],
  ['css', 'scss', 'less'],
  ['diff', 'patch'],
  ['dockerfile', 'docker'],
  ['go', 'golang'],
  ['ini', 'toml', 'cfg', 'conf', 'properties'],
  ['java'],
  ['javascript', 'js', 'jsx', 'mjs', 'cjs'],
  ['json', 'jsonc', 'json5'],
  ['kotlin', 'kt', 'kts', 'gradle'],
  ['makefile', 'make', 'mk'],
  ['php'],
  ['python', 'py', 'pyi'],
  ['ruby', 'rb'],
  ['rust', 'rs'],
  ['sql', 'postgres', 'pgsql'],
  ['swift'],
  ['typescript', 'ts', 'tsx', 'mts', 'cts'],
  ['xml', 'html', 'svg', 'vue', 'xhtml'],
  ['yaml', 'yml'],
] as const

export type Language = (typeof names)[number][0]

const known = new Map<string, Language>(names.flatMap((all) => all.map((name) => [name, all[0]] as const)))

export const languages: readonly Language[] = names.map(([first]) => first)

/** The language with that name; `undefined` if it is not coloured. */
export function findLanguage(name: string): Language | undefined {
  return known.get(name.toLowerCase())
}

/** The language of a file, by its name or its ending. */
export function findLanguageOfFile(path: string): Language | undefined {
  const file = path.split(/[\\/]/).at(-1) ?? ''
  return findLanguage(file) ?? (file.includes('.') ? findLanguage(file.split('.').at(-1) ?? '') : undefined)
}
