/** A language as far as tools differ. TypeScript and JavaScript share theirs, as do C and C++. */
export type Language =
  | 'typescript'
  | 'javascript'
  | 'python'
  | 'go'
  | 'rust'
  | 'java'
  | 'kotlin'
  | 'csharp'
  | 'ruby'
  | 'php'
  | 'cpp'
  | 'swift'
  | 'elixir'
  | 'scala'
  | 'clojure'
  | 'dart'
  | 'haskell'
  | 'zig'
  | 'lua'
  | 'perl'
  | 'julia'
  | 'erlang'
  | 'r'
  | 'ocaml'
  | 'shell'
  | 'terraform'
  /** Any language without tools that are known, and settings of clusters. */
  | 'other'

export const languageNames: Readonly<Record<Language, string>> = {
  typescript: 'TypeScript',
  javascript: 'JavaScript',
  python: 'Python',
  go: 'Go',
  rust: 'Rust',
  java: 'Java',
  kotlin: 'Kotlin',
  csharp: 'C#',
  ruby: 'Ruby',
  php: 'PHP',
  cpp: 'C++',
  swift: 'Swift',
  elixir: 'Elixir',
  scala: 'Scala',
  clojure: 'Clojure',
  dart: 'Dart',
  haskell: 'Haskell',
  zig: 'Zig',
  lua: 'Lua',
  perl: 'Perl',
  julia: 'Julia',
  erlang: 'Erlang',
  r: 'R',
  ocaml: 'OCaml',
  shell: 'Shell',
  terraform: 'Terraform',
  other: 'Other',
}

const extensions: Readonly<Record<string, Language>> = {
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  js: 'javascript',
  jsx: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  vue: 'javascript',
  svelte: 'javascript',
  astro: 'javascript',
  py: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  kt: 'kotlin',
  kts: 'kotlin',
  cs: 'csharp',
  fs: 'csharp',
  rb: 'ruby',
  php: 'php',
  c: 'cpp',
  h: 'cpp',
  cc: 'cpp',
  cpp: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
  hh: 'cpp',
  swift: 'swift',
  ex: 'elixir',
  exs: 'elixir',
  scala: 'scala',
  sc: 'scala',
  clj: 'clojure',
  cljc: 'clojure',
  cljs: 'clojure',
  dart: 'dart',
  hs: 'haskell',
  zig: 'zig',
  lua: 'lua',
  pl: 'perl',
  pm: 'perl',
  t: 'perl',
  jl: 'julia',
  erl: 'erlang',
  hrl: 'erlang',
  R: 'r',
  r: 'r',
  ml: 'ocaml',
  mli: 'ocaml',
  sh: 'shell',
  fish: 'shell',
  bash: 'shell',
  zsh: 'shell',
  bats: 'shell',
  tf: 'terraform',
}

/** A map, because an object also has a `constructor`, and a file may end so. */
const byExtension = new Map(Object.entries(extensions))

const longestExtension = Math.max(...[...byExtension.keys()].map(({ length }) => length))
const dot = 46
const slash = 47

/** Every path is asked several times, and most extensions are short: this looks from the end. */
function extensionOf(path: string): string | undefined {
  const last = path.length - 1
  for (let at = last; at > 0 && last - at <= longestExtension; at--) {
    const code = path.charCodeAt(at)
    if (code === slash) return undefined
    if (code === dot) return path.charCodeAt(at - 1) === slash ? undefined : path.slice(at + 1)
  }
  return undefined
}

/** The language of a source file, by its name. */
export function languageOf(path: string): Language | undefined {
  const extension = extensionOf(path)
  if (extension === undefined) return undefined
  // What a tool made small is no source.
  if (extension.endsWith('js') && path.endsWith('.min', path.length - extension.length - 1)) return undefined
  // Build scripts in Kotlin say nothing about the language of the program, nor do type declarations.
  if (extension === 'kts' || (extension === 'ts' && path.endsWith('.d.ts'))) return undefined
  return byExtension.get(extension)
}

/** Languages that share their tools. */
export const relatives: Readonly<Partial<Record<Language, Language>>> = { typescript: 'javascript', kotlin: 'java' }
