/** The extensions of each language, with the language's name as it is shown. Every extension occurs once. */
const extensionsByLanguage: Readonly<Record<string, string>> = {
  Ada: '.adb .ads',
  Assembly: '.asm .s',
  Astro: '.astro',
  Bicep: '.bicep',
  C: '.c .h',
  'C#': '.cs .csx',
  'C++': '.cc .cpp .cxx .hh .hpp .hxx .ipp .tpp',
  Clojure: '.clj .cljc .cljs .edn',
  CMake: '.cmake',
  CoffeeScript: '.coffee',
  'Common Lisp': '.lisp .lsp',
  Crystal: '.cr',
  CSS: '.css',
  CSV: '.csv .tsv',
  CUDA: '.cu .cuh',
  D: '.d',
  Dart: '.dart',
  Dockerfile: '.dockerfile',
  EJS: '.ejs',
  Elixir: '.eex .ex .exs .heex',
  Elm: '.elm',
  'Emacs Lisp': '.el',
  Erlang: '.erl .hrl',
  'F#': '.fs .fsi .fsx',
  Fish: '.fish',
  Fortran: '.f .f03 .f08 .f90 .f95 .for',
  GDScript: '.gd',
  GLSL: '.frag .glsl .vert',
  Go: '.go',
  Gradle: '.gradle',
  GraphQL: '.gql .graphql',
  Groovy: '.groovy',
  Handlebars: '.handlebars .hbs',
  Haskell: '.hs .lhs',
  HCL: '.hcl .tf .tfvars',
  HTML: '.htm .html .xhtml',
  INI: '.cfg .conf .ini .properties',
  Java: '.java',
  JavaScript: '.cjs .js .jsx .mjs',
  Jinja: '.j2 .jinja .jinja2',
  JSON: '.json .json5 .jsonc .jsonl .ndjson',
  Julia: '.jl',
  'Jupyter Notebook': '.ipynb',
  Just: '.just',
  Kotlin: '.kt .kts',
  LaTeX: '.bib .cls .sty .tex',
  Less: '.less',
  Liquid: '.liquid',
  Lua: '.lua',
  Makefile: '.mak .mk',
  Markdown: '.markdown .md .mdx',
  MATLAB: '.mlx',
  Mustache: '.mustache',
  Nim: '.nim',
  Nix: '.nix',
  'Objective-C': '.m',
  'Objective-C++': '.mm',
  OCaml: '.ml .mli',
  Odin: '.odin',
  Pascal: '.pas .pp',
  Perl: '.pl .pm',
  PHP: '.phtml .php',
  PowerShell: '.ps1 .psd1 .psm1',
  Prisma: '.prisma',
  Prolog: '.pro',
  'Protocol Buffers': '.proto',
  Pug: '.jade .pug',
  Puppet: '.epp',
  PureScript: '.purs',
  Python: '.py .pyi .pyw .pyx',
  R: '.r .rmd',
  Racket: '.rkt',
  Razor: '.cshtml .razor',
  ReScript: '.res .resi',
  reStructuredText: '.rst',
  Ruby: '.erb .gemspec .rake .rb',
  Rust: '.rs',
  Sass: '.sass',
  Scala: '.sbt .sc .scala',
  Scheme: '.scm .ss',
  SCSS: '.scss',
  Shell: '.bash .ksh .sh .zsh',
  Solidity: '.sol',
  SQL: '.ddl .pgsql .sql',
  Starlark: '.bzl .star',
  Stylus: '.styl',
  Svelte: '.svelte',
  SVG: '.svg',
  Swift: '.swift',
  SystemVerilog: '.sv .svh',
  Tcl: '.tcl',
  Text: '.txt',
  Thrift: '.thrift',
  TOML: '.toml',
  TypeScript: '.cts .mts .ts .tsx',
  Twig: '.twig',
  V: '.vsh',
  Vala: '.vala',
  Verilog: '.v .vh',
  VHDL: '.vhd .vhdl',
  'Vim Script': '.vim',
  'Visual Basic': '.bas .vb .vbs',
  Vue: '.vue',
  WebAssembly: '.wast .wat',
  WGSL: '.wgsl',
  XML: '.csproj .plist .props .targets .xml .xsd .xsl .xslt',
  YAML: '.yaml .yml',
  Zig: '.zig',
}

/** Files known by name instead of an extension. */
const languageByFileName: ReadonlyMap<string, string> = new Map([
  ['brewfile', 'Ruby'],
  ['build', 'Starlark'],
  ['build.bazel', 'Starlark'],
  ['cmakelists.txt', 'CMake'],
  ['containerfile', 'Dockerfile'],
  ['dockerfile', 'Dockerfile'],
  ['gemfile', 'Ruby'],
  ['gnumakefile', 'Makefile'],
  ['jenkinsfile', 'Groovy'],
  ['justfile', 'Just'],
  ['makefile', 'Makefile'],
  ['rakefile', 'Ruby'],
  ['vagrantfile', 'Ruby'],
])

/** Other names of languages in agents and editors. */
const languageByAlias: ReadonlyMap<string, string> = new Map([
  ['bash', 'Shell'],
  ['cpp', 'C++'],
  ['csharp', 'C#'],
  ['docker', 'Dockerfile'],
  ['fsharp', 'F#'],
  ['golang', 'Go'],
  ['javascript react', 'JavaScript'],
  ['javascriptreact', 'JavaScript'],
  ['jsx', 'JavaScript'],
  ['objective c', 'Objective-C'],
  ['objectivec', 'Objective-C'],
  ['plain text', 'Text'],
  ['plaintext', 'Text'],
  ['protobuf', 'Protocol Buffers'],
  ['shell script', 'Shell'],
  ['shellscript', 'Shell'],
  ['terraform', 'HCL'],
  ['tsx', 'TypeScript'],
  ['typescript react', 'TypeScript'],
  ['typescriptreact', 'TypeScript'],
  ['zsh', 'Shell'],
])

const languageByExtension = new Map<string, string>()
const languageByName = new Map<string, string>(languageByAlias)
for (const [language, extensions] of Object.entries(extensionsByLanguage)) {
  languageByName.set(language.toLowerCase(), language)
  for (const extension of extensions.split(' ')) languageByExtension.set(extension, language)
}

const noExtension = '(none)'

/** The extension of a path in lower case with its dot, or `(none)`. A name like `.gitignore` has none. */
export function extensionOf(path: string): string {
  const name = fileNameOf(path)
  const dot = name.lastIndexOf('.')
  return dot > 0 ? normalExtension(name.slice(dot)) : noExtension
}

/** An extension as an agent spelled it, with or without its dot. */
export function normalExtension(extension: string): string {
  const text = extension.trim().toLowerCase().replace(/^\.+/, '')
  return /^[a-z0-9_+#-]{1,20}$/.test(text) ? `.${text}` : noExtension
}

/** The language of a path, or empty. */
export function languageOfPath(path: string): string {
  const name = fileNameOf(path).toLowerCase()
  return languageByFileName.get(name) ?? languageOfExtension(extensionOf(path))
}

/** The language of an extension with its dot, or empty. */
export function languageOfExtension(extension: string): string {
  return languageByExtension.get(extension) ?? ''
}

/** Our name of a language, for any spelling of agents; empty for an unknown one. */
export function languageNamed(name: string): string {
  return languageByName.get(name.trim().toLowerCase()) ?? ''
}

function fileNameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).trim()
}
