import type { Repository } from '../repository/create-repository.ts'
import type { Kind } from './application.ts'
import { type Described, describedBy, proseOf, titleOf } from './own-words.ts'

/** The noun that something calls itself. Nouns that are said of several kinds, such as “manager”, are not here. */
const nouns: readonly (readonly [Kind, RegExp])[] = [
  [
    'library',
    /^(librar(y|ies)|frameworks?|sdks?|plug-?ins?|add-?ons?|adapters?|bindings?|middlewares?|extensions?|components|connectors?|drivers?|wrappers?|bundles?|gems?|crates?|integrations?|helpers|orm|parsers?|mixins?|primitives|hooks|macros)$/,
  ],
  [
    'service',
    /^((web|api|git|mail|http)?servers?|services?|daemon|(reverse-)?prox(y|ies)|gateway|brokers?|databases?|collector|accelerator|balancer|registry|bot)$/,
  ],
  [
    'tool',
    /^(cli|tool|program|utility|formatter|linter|compiler|transpiler|bundler|debugger|profiler|disassembler|scanner)$/,
  ],
]

/** What people write programs in, and what runs these. */
const language = /\b(programming|scripting) language$|\b(JavaScript|TypeScript|WebAssembly) runtime$/i

/** Nouns that also name commands which end; beside these words they name what is left running. */
const watching =
  /\b(kubernetes|k8s|cluster)( [\w-]+){0,2} (operator|controller)\b|\b(operator|controller) for ([\w-]+ ){0,3}(kubernetes|k8s)\b|\bprometheus( [\w-]+){0,2} exporter\b|\bexporter for prometheus\b|\bbridge between\b/i

/** Phrases in which other words weigh more than the noun. */
const phrases: readonly (readonly [Kind | null, RegExp])[] = [
  [
    'tool',
    /\b(command[- ]line|cli|terminal|console)\b.* (tool|program|application|app|client|utility|server)$|\b(package|version) manager$|\b(version|revision|source) control( system)?$|\bbuild tool$|\bload[- ]testing (tool|framework)$|\b(interactive|intercepting)\b.* (prox(y|ies)|shell|program|app|application|filter|browser|viewer|explorer|editor|debugger|finder|grep|ui|interface|game)$/i,
  ],
  ['service', /\b(self-?hosted|multi-user|client[/-]server)\b/i],
  ['tool', language],
  // Others start what serves an interface of their language, and what stands in for a server or is copied.
  [null, /\b(asgi|wsgi|rack|mock|fake|test(ing)?|development|language|skeleton|starter|template|example)\b/i],
  // What begins with what it does names another thing.
  [null, / (an?|the) /i],
]

/** A word after which a phrase says what something does or is made of, no longer what it is. */
const ends =
  /^(for|that|which|to|with|in|of|and|or|but|from|on|by|as|at|into|via|over|across|between|without|using|like|where|when|is|are|can|has|it|you|we|so|also|built|based|written|designed|powered|inspired|made|implemented|used|developed|created|intended|released|distributed|licensed|aimed|meant|available|maintained|under|providing|supporting|allowing|enabling|running|focused|capable|compatible|works|often|the)$/i

const mostWords = 14

const isSaid = /^[^.!?]{0,90}?(?:\b(?:is|are)|[’']s|,| [-–—]|:) (?:simply |just |also )?(?:an?|the|one of the) (.*)$/i

/** The words up to the noun, such as “small HTTP library” of “Mini is a small HTTP library for agents”. */
function phraseOf(sentence: string): string {
  const words: string[] = []
  for (const word of sentence.split(' ')) {
    const bare = word.replace(/^["“(]+|["”),;:.!?]+$/g, '')
    // “Very fast and reliable proxy” has no noun before the “and”, and neither has “fast, distributed database”.
    const goesOn = /^(and|distributed)$/.test(bare) && kindOfNoun(words.at(-1)) === undefined
    if (words.length > 0 && ends.test(bare) && !goesOn) break
    words.push(bare)
    // “A search tool, format and library” is a tool first.
    const isFirst = word.endsWith(',') && kindOfNoun(bare) !== undefined
    if (isFirst || /[.!?;:]$/.test(word) || words.length === mostWords) break
  }
  return words.join(' ')
}

/** “Build and deploy servers” tells what its users make, not what it is. */
const asks = /^(create|make|write|deploy|develop|generate|build(?! (tool|system|automation)))\b/i

/** The phrase in which a sentence says what something is; of prose, only one that says so. */
function saidIn(sentence: string, isProse: boolean): string | undefined {
  const said = isSaid.exec(sentence)?.[1] ?? /^(?:an?|the) (.*)$/i.exec(sentence)?.[1]
  if (said === undefined && (isProse || asks.test(sentence))) return undefined
  return phraseOf(withoutFirstOfTwo(said ?? sentence))
}

/** Whether the first paragraph about it, by its own name, calls it a language or what runs one. */
export function isLanguage(repository: Repository, app: Described): boolean {
  const about = proseOf(repository, app)
    .slice(0, mostParagraphs)
    .find((text) => saidIn(text, true) !== undefined)
  const name = /^(\S+)(?: \([^)]{0,80}\))? is /.exec(about ?? '')?.[1]
  const isOwn = name !== undefined && titleOf(repository, app).split(/\W+/).includes(name)
  return isOwn && language.test(saidIn(about ?? '', true) ?? '')
}

/** The kind that a sentence names, `null` if it names something else; of prose, only one that says what something is. */
function namedBy(sentence: string, isProse: boolean): Kind | null | undefined {
  const phrase = saidIn(sentence, isProse)
  if (phrase === undefined) return undefined
  const last = phrase.split(' ').at(-1)
  const isWatching =
    /^(operator|controller|exporter|bridge)$/i.test(last ?? '') && watching.test(sentence.slice(0, 300))
  const noun = isWatching ? 'service' : kindOfNoun(last)
  const special = phrases.find(([, each]) => each.test(phrase))
  // “A development tool” is a tool, though a development server is no server.
  return special && !(special[0] === null && noun === 'tool') ? special[0] : noun
}

function kindOfNoun(noun = ''): Kind | undefined {
  return nouns.find(([, each]) => each.test(noun.toLowerCase()))?.[0]
}

/** “Fast and simple scanner” is a simple scanner; “library and tools” stays a library. */
function withoutFirstOfTwo(words: string): string {
  return words.replace(/^([\w-]+) and (?=[\w-]+ [\w-]+)/, (both, first: string) => (kindOfNoun(first) ? both : ''))
}

/** How many paragraphs of a page may come before the one that says what it is about. */
const mostParagraphs = 3

/** The kind that an application calls itself in its description, or else at the beginning of its README. */
export function calledKind(repository: Repository, app: Described): Kind | undefined {
  const kinds = [
    ...describedBy(repository, app).map((text) => namedBy(text, false)),
    // A title may say it after the name.
    ...[/^[\w.]+ [-–—] (.+)$/.exec(titleOf(repository, app))?.[1] ?? []].flat().map((text) => namedBy(text, false)),
    ...[titleOf(repository, app), ...proseOf(repository, app).slice(0, mostParagraphs)].map((text) =>
      namedBy(text, true),
    ),
  ]
  return kinds.find((kind) => kind !== undefined) ?? undefined
}

/** Whether the title of its page ends with what is left running, however people get it. */
export function isTitledServer(repository: Repository, app: Described): boolean {
  return /\b(exporter|daemon|operator|controller|gateway|broker)$/i.test(titleOf(repository, app))
}

const opened =
  /\b(terminal|emulator|player|viewer|editor|browser|desktop|game|gui|client|app|application|launcher|ide|studio)\b/i
const builtWith =
  /\b(librar(y|ies)|frameworks?|engines?|toolkits?|bindings?|wrappers?|sdk|api|headers?|stack|modules|virtuali[sz]er|machine|servers?)\b/i

/** Whether its title or its first words speak of what people open, and not of what they build with. */
export function isTitledForPeople(repository: Repository, app: Described): boolean {
  return isForPeople(repository, app, titleAndFirstWords(repository, app))
}

/** The same of what may be built with, too: “A terminal emulator. A native GUI or embeddable library.” */
export function isFirstForPeople(repository: Repository, app: Described): boolean {
  const [sentence = ''] = titleAndFirstWords(repository, app).split(/(?<=\w\w)\. /)
  return isForPeople(repository, app, sentence)
}

function isForPeople(repository: Repository, app: Described, words: string): boolean {
  return opened.test(words) && !builtWith.test(words) && calledKind(repository, app) !== 'service'
}

/** Whether its title or its first words speak of what people build with. */
export function isBuiltWith(repository: Repository, app: Described): boolean {
  return builtWith.test(titleAndFirstWords(repository, app))
}

function titleAndFirstWords(repository: Repository, app: Described): string {
  return `${titleOf(repository, app)} ${firstWords(repository, app)}`.slice(0, 120)
}

/** Its description and the beginning of its README. */
function firstWords(repository: Repository, app: Described): string {
  return [...describedBy(repository, app), ...proseOf(repository, app).slice(0, mostParagraphs)].join(' ')
}

/** Whether its first words speak of what is left running. */
export function saysServer(repository: Repository, app: Described): boolean {
  return /\b(server|daemon|self-host\w*|web (app|application|interface|ui)|website|dashboard|proxy|gateway|API service|exporter|controller|operator)\b/i.test(
    firstWords(repository, app),
  )
}

/** Whether its first words speak of a tool or of what people type, and of nothing that is left running. */
export function saysTool(repository: Repository, app: Described): boolean {
  const words = firstWords(repository, app)
  // What is left running may be told of what the tool talks to.
  if (/ is an? (\S+ ){0,2}command[- ]line (tool|program|utility|application|client)\b/.test(words)) return true
  // Through such a proxy one person looks at connections of their own.
  if (/\b(interactive|intercepting|debugging) (\S+ ){0,3}proxy\b/i.test(words)) return true
  return (
    /\b(command[- ]line|CLI|terminal|[Aa]n? (\S+ ){0,5}(tool|toolkit|editor|utility|wrapper|program)\b)/.test(words) &&
    !saysServer(repository, app)
  )
}
