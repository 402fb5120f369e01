import { type Language, languageOf } from '../catalog/languages.ts'
import type { Row } from '../catalog/listening-patterns.ts'
import { type Marker, patterns } from '../catalog/marker-patterns.ts'
import type { Repository } from '../repository/create-repository.ts'
import { expression } from '../repository/expression.ts'
import { lineAt } from '../repository/parse.ts'
import { below } from '../repository/places.ts'
import { createLiteralFinder, type LiteralFinder } from './literal-finder.ts'
import { isAside, isForTests, isShow } from './places.ts'

export interface Marked {
  readonly path: string
  readonly line: number
  readonly text: string
}

interface Looked {
  readonly mayHold: LiteralFinder
  readonly each: readonly (readonly [Marker, RegExp])[]
}

/** A program that can also serve, as one of its commands, is still started by people. */
const oneCommand = /(^|\/)(cmds?|commands?|cli|subcommands?)\/(.+\/)?((serve|preview|dev|watch)\w*|mcp)\.\w+$/

/** The same, where a command signs in or shows something; one that is started itself is a program. */
const shortCommand = /(^|\/)(cmds?|commands?|cli|subcommands?)\/(.+\/)?(view|login|oauth|trace)\.\w+$/

/** Secrets are masked in many places. It counts for logs only where logs are written, or near it. */
const aboutLogs = expression(
  '',
  String.raw`(?:\b|_)logs?(?!in|ic|o\b|out)|log(?:g|[A-Z])|\blg\.|Log(?!in|ic|o\b|out)|sentry|before_?send|filter_parameters`,
  String.raw`|telemetry|\bspans?\b|\bredact: *[[{]|Scrubber`,
)

/** What answers there is no part of what people run. */
const standIns = /(^|\/)([\w-]*tests?|testing|test[-_]?(utils?|helpers?|server)|integration|mocks?|fakes?|stubs?)\//i

/** What answers there answers those who look for a fault. */
const forDevelopers = /(^|\/)(inspector|debugger)(_server)?\.\w+$/

/** Libraries of Java keep examples that can be started in a package beside the others. */
const shown = /(^|\/)(examples|samples|demos|jmh|perf|benchmarks?)\//

/** What a tool wrote says nothing of what people decided. */
const generated = /\.(pb|pb\.gw|gen|generated|g|freezed)\.\w+$|_pb2?(_grpc)?\.\w+$|_generated\.\w+$|\.designer\.cs$/i

/** What a program of the Java machine brings as data, such as samples and templates. What browsers run is part of it. */
const isData = (path: string) => path.includes('src/main/resources/') && !/\.([cm]?[jt]sx?|vue|svelte)$/.test(path)

/** Files that are called so define what others only use. */
const topics: Readonly<Partial<Record<Marker, RegExp>>> = {
  circuitBreaker: /circuit|breaker/i,
  encryption: /crypt|secret|credential/i,
  featureFlag: /feature|flag|experiment|toggle/i,
  health: /health|ready|readiness|prob/i,
  metrics: /metric|telemetry/i,
  personalData: /pii|privacy|gdpr|anonymi|shredder/i,
  profiler: /profil/i,
  redaction: aboutLogs,
  tracing: /trac|telemetry/i,
}

/** A route for pings or states may be one of many that a service has for other reasons; one of such a name is not. */
const saysPlainly: Readonly<Partial<Record<Marker, RegExp>>> = { health: /health|live|ready|readi/i }

/** Whether a file tells more about a topic than one that was found before. */
export function tellsMore(marker: Marker, path: string, known: string): boolean {
  const topic = topics[marker]
  if (topic === undefined) return false
  const rank = (each: string) => (written.test(each) || isAside(each) ? 0 : topic.test(each) ? 2 : 1)
  return rank(path) > rank(known)
}

/** Of these, what tests read, and what only tries the program, tells nothing. */
const tellsStart: ReadonlySet<Marker> = new Set(['listens', 'javaMain', 'window'])

/** What is encrypted there goes to somebody else, and is not stored. */
const sealed = /cookie|session|token|licen[cs]e|webhook|csrf|jwt/i

/** What the program does with data of people. */
const ofPeople: ReadonlySet<Marker> = new Set(['personalData', 'encryption'])

/** Folders with what a tool wrote. */
const written = /(^|\/)(codegen|generated|gen)\//i

const byLanguage = new Map<Language, Looked>()

/**
 * The first position of each marker, in the order of paths, and in the file that is called after it if there is one.
 * Scripts and builds are left out: what they read is not what the program reads. `isScript` tells further scripts.
 */
export function findMarkers(
  repository: Repository,
  sources: readonly string[],
  directory = '',
  isScript: (path: string) => boolean = () => false,
): ReadonlyMap<Marker, Marked> {
  const found = new Map<Marker, Marked>()
  for (const path of sources) {
    const language = generated.test(path) || isData(path) ? undefined : languageOf(path)
    const bytes = language && repository.head(path)
    if (!language || !bytes) continue
    const { mayHold, each } = lookedFor(language)
    if (!mayHold(bytes)) continue
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const own = below(path, directory)
    const isBeside = isAside(own)
    for (const [marker, pattern] of each) {
      if (isBeside && (marker === 'environment' || marker === 'listens')) continue
      if (marker === 'listens' && (isScript(path) || forDevelopers.test(own))) continue
      if (tellsStart.has(marker) && (isForTests(own) || isShow(own)) && !own.includes('src/main/')) continue
      if (marker === 'javaMain' && isForTests(own)) continue
      if (marker === 'window' && /(^|\/)(demo|example|sample)[^/]*$/i.test(own)) continue
      // What helps developers meets no data of people.
      if (ofPeople.has(marker) && (isBeside || own.startsWith('dev/'))) continue
      if (marker === 'encryption' && sealed.test(own)) continue
      if ((marker === 'listens' || marker === 'health') && standIns.test(path)) continue
      // Ember keeps what answers while its pages are tried in a folder of this name.
      if (marker === 'listens' && /script$/.test(language) && /(^|\/)mirage\//.test(path)) continue
      // What a build tool brings into the repository starts itself.
      if (marker === 'javaMain' && /(^|\/)\.[^/]+\//.test(path)) continue
      if (marker === 'javaMain' && shown.test(path) && !head.includes('@SpringBootApplication')) continue
      const isCommand = oneCommand.test(path) || (shortCommand.test(path) && !/^func main\(/m.test(head))
      if (marker === (isCommand ? 'listens' : 'servesByCommand')) continue
      // In C, they are bits that tell what a device or a format can do.
      if (marker === 'featureFlag' && (isForTests(own) || language === 'cpp')) continue
      // What developers start has profiles of its own.
      if (marker === 'profiler' && isBeside) continue
      const known = found.get(marker)
      const isVague = known !== undefined && saysPlainly[marker]?.test(known.text) === false
      if (known && !isVague && !tellsMore(marker, own, known.path.slice(path.length - own.length))) continue
      const near = marker === 'redaction' && !aboutLogs.test(path) ? aboutLogs : undefined
      const marked = firstMarked(path, readFor(marker, language, head), pattern, near)
      if (marked && marker === 'listens' && language === 'go' && listensForItself(own, head)) continue
      if (marked && !(isVague && saysPlainly[marker]?.test(marked.text) === false)) found.set(marker, marked)
    }
  }
  return found
}

/** A client lets the other end call back; a profiler, a debugger and a wizard answer those who started the program. */
function listensForItself(path: string, head: string): boolean {
  if (
    /(^|\/)((\w+_)?client|\w*_?testing)\.go$|^(?!(.*\/)?cmd\/)(.*\/)?(debugger|(setup|install|config)_?wizard)\//.test(
      path,
    )
  )
    return true
  // Without anything to answer with, the profiles of Go are all that is there.
  return (
    /\bpprof\b/.test(head) &&
    !/\b(HandleFunc|Handle|NewServer|Serve)\(|\b(gin|echo|fiber|chi)\.|\bhttp\.Server\{/.test(head)
  )
}

/** What of a file may tell about a marker. */
function readFor(marker: Marker, language: Language, head: string): string {
  if (marker === 'health' && language === 'go') return withoutCommandsOfBots(head)
  return tellsStart.has(marker) ? withoutTests(language, head) : head
}

/** Bots of Telegram handle commands, such as `/ping`, that look like routes. */
function withoutCommandsOfBots(head: string): string {
  // Most files have no such call, and the imports of the others alone need to be looked at.
  if (!head.includes('.Handle(')) return head
  const isBot = /^[ \t]*(?:import )?(?:[\w.]+ )?"[\w./-]*(?:telebot|telegram)[\w./-]*"/im.test(head)
  return isBot ? head.replace(/\.Handle\((?=["`]\/_?(?:ping|status)\b)/g, '.command(') : head
}

/** Files of Rust hold their tests beside the source. They are left blank, so that lines keep their numbers. */
function withoutTests(language: Language, head: string): string {
  const tests = language === 'rust' ? head.search(/^#\[cfg\(test\)\]\s+(pub )?mod \w+ \{/m) : -1
  if (tests < 0) return head
  const end = head.indexOf('\n}', tests)
  const after = end < 0 ? head.length : end
  return head.slice(0, tests) + head.slice(tests, after).replace(/[^\n]+/g, '') + head.slice(after)
}

function lookedFor(language: Language): Looked {
  const known = byLanguage.get(language)
  if (known) return known
  const rows = Object.entries(patterns).flatMap(([marker, all]) =>
    (all as readonly Row[])
      .filter(([family]) => family === 'all' || family === language)
      .map(([, pattern, texts]) => ({ marker: marker as Marker, pattern, texts })),
  )
  const looked = {
    mayHold: createLiteralFinder(rows.flatMap(({ texts }) => texts)),
    each: rows.map(({ marker, pattern }) => [marker, pattern] as const),
  }
  byLanguage.set(language, looked)
  return looked
}

/** The first match that is not in a comment, if the text that must be near is in its line or a neighbouring one. */
function firstMarked(path: string, head: string, pattern: RegExp, near?: RegExp): Marked | undefined {
  for (const { index, 0: word } of head.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
    const start = index === 0 ? 0 : head.lastIndexOf('\n', index - 1) + 1
    const end = head.indexOf('\n', index)
    const text = head.slice(start, end < 0 ? undefined : end).trim()
    if (comment.test(text)) continue
    // What stands in the place of a value, or is called after secrets, is often far from the call of the logger.
    const lines = word.startsWith('[')
      ? 12
      : /secret|sensitive|redact|<sanitized/i.test(word) && head[index - 1] !== '<'
        ? 6
        : 1
    if (near && !near.test(aroundLine(head, start, end, lines))) continue
    return { path, line: lineAt(head, index), text }
  }
  return undefined
}

/** A line with some before and after it. */
function aroundLine(head: string, start: number, end: number, lines: number): string {
  let before = start
  let after = end
  for (let count = 0; count < lines; count++) {
    before = before < 2 ? 0 : head.lastIndexOf('\n', before - 2) + 1
    after = after < 0 ? -1 : head.indexOf('\n', after + 1)
  }
  return head.slice(before, after < 0 ? undefined : after)
}

const comment = /^(\/\/|\/?\*|#(?![[!]| typed:)|--|<!--)/
