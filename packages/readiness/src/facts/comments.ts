/** How comments of a line begin, by the names of files. Formats without a row have none. */
const marks: readonly (readonly [names: RegExp, mark: RegExp])[] = [
  [
    /\.([cm]?[jt]sx?|json5|jsonc|java|kts?|groovy|gradle|go|rs|c|h|cc|cpp|hpp|cs|swift|scala|sbt|sc|php|dart|zig|proto)$|Jenkinsfile|\.neon(\.dist)?$/,
    /\/\//,
  ],
  [/\.(lua|hs|sql|cabal|rockspec)$|(^|\/)\.luacheckrc$/, /--/],
  [/\.(clj[cs]?|edn|el|lisp)$/, /;/],
  [/\.(erl|hrl)$|(^|\/)(rebar|elvis)\.config$/, /%/],
  [/\.(md|markdown|rst|adoc|txt|csv|svg|html?)$/, /(?!)/],
  [/\.(xml|[a-z]+proj|props|targets|ruleset|nuspec|config)$/, /(?!)/],
]

const hash = /#(?!\[|\{)/

function markOf(path: string): RegExp {
  return marks.find(([names]) => names.test(path))?.[1] ?? hash
}

/** A text without comments. Lines keep their numbers. */
export function withoutComments(path: string, text: string): string {
  const mark = markOf(path).source
  const hasBlocks = mark === '\\/\\/'
  const blank = (block: string) => block.replace(/[^\n]+/g, '')
  const whole = text.includes('<!--') ? text.replace(/<!--[\s\S]*?-->/g, blank) : text
  const own = hasBlocks ? whole.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, blank) : whole
  return own
    .replace(new RegExp(`^[ \\t]*(?:${mark}).*$`, 'gm'), '')
    .replace(new RegExp(`(?<=\\s)(?:${mark})\\s.*$`, 'gm'), '')
}
