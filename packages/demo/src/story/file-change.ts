interface FileChange {
  readonly before: string
  readonly after: string
}

type Sample = (word: string, name: string) => FileChange

/** A small change of a function, in the language of the file. */
const samples: readonly (readonly [ending: RegExp, sample: Sample])[] = [
  [
    /\.[jt]sx?$/,
    (word, name) => ({
      before: `export function find${name}(id: string) {\n  return ${word}.get(id)\n}`,
      after: `/** An unknown id is no error: pages show an empty state then. */\nexport function find${name}(id: string): ${name} | undefined {\n  return ${word}.get(id.trim())\n}`,
    }),
  ],
  [
    /\.py$/,
    (word, name) => ({
      before: `def load_${word}(path):\n    return json.load(open(path))`,
      after: `def load_${word}(path: Path) -> list[${name}]:\n    # An empty file means that there is nothing yet.\n    text = path.read_text()\n    return json.loads(text) if text else []`,
    }),
  ],
  [
    /\.go$/,
    (word, name) => ({
      before: `func Find${name}(id string) *${name} {\n\treturn ${word}[id]\n}`,
      after: `// Find${name} says whether it was there, so that callers need not compare with nil.\nfunc Find${name}(id string) (*${name}, bool) {\n\tfound, ok := ${word}[id]\n\treturn found, ok\n}`,
    }),
  ],
  [
    /\.rs$/,
    (word, name) => ({
      before: `pub fn find(id: &str) -> ${name} {\n    ${word}().get(id).unwrap().clone()\n}`,
      after: `/// \`None\` for an id that is not known.\npub fn find(id: &str) -> Option<${name}> {\n    ${word}().get(id).cloned()\n}`,
    }),
  ],
  [
    /\.kt$/,
    (word, name) => ({
      before: `fun find${name}(id: String) = ${word}.getValue(id)`,
      after: `// An unknown id is no error.\nfun find${name}(id: String): ${name}? = ${word}[id.trim()]`,
    }),
  ],
  [
    /\.java$/,
    (word, name) => ({
      before: `public ${name} find(String id) {\n    return ${word}.get(id);\n}`,
      after: `public Optional<${name}> find(String id) {\n    return Optional.ofNullable(${word}.get(id.trim()));\n}`,
    }),
  ],
  [
    /\.swift$/,
    (word, name) => ({
      before: `func find(id: String) -> ${name} {\n    ${word}[id]!\n}`,
      after: `// An unknown id is no error.\nfunc find(id: String) -> ${name}? {\n    ${word}[id]\n}`,
    }),
  ],
]

const plain: Sample = (word) => ({ before: `${word}: 10`, after: `${word}: 25` })

/** What an agent changed in a file of the demonstration. */
export function changeOf(path: string, word: string): FileChange {
  const [, sample = plain] = samples.find(([ending]) => ending.test(path)) ?? []
  return sample(word, word.charAt(0).toUpperCase() + word.slice(1))
}
