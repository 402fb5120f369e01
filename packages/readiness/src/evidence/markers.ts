import { type Language, languageOf } from '../applications/languages.ts'
import type { Repository } from '../repository/create-repository.ts'
import { lineAt } from '../repository/parse.ts'

/** Traces in source code, each looked for once, in one pass over the files of an application. */
export type Marker = keyof typeof patterns

type Family = 'all' | Language

const patterns = {
  health: [
    [
      'all',
      /["'`]\/(?:[\w-]+\/)*(?:healthz?|health[-_]?checks?|livez|readyz|liveness|readiness)[/"'`]|rails\/health|\bMapHealthChecks\(/,
    ],
  ],
  environment: [
    ['typescript', /\bprocess\.env\b|\bimport\.meta\.env\b|\bDeno\.env\b/],
    ['javascript', /\bprocess\.env\b|\bimport\.meta\.env\b|\bDeno\.env\b/],
    ['python', /\bos\.(?:environ|getenv)\b|\bBaseSettings\b/],
    ['go', /\bos\.(?:Getenv|LookupEnv)\b/],
    ['rust', /\benv::var/],
    ['java', /\bSystem\.getenv\b/],
    ['kotlin', /\bSystem\.getenv\b/],
    ['csharp', /\bEnvironment\.GetEnvironmentVariable\b/],
    ['ruby', /\bENV(?:\[|\.fetch)/],
    ['php', /\b(?:getenv|env)\(|\$_ENV\b/],
    ['cpp', /\bgetenv\(/],
    ['swift', /\bProcessInfo\.processInfo\.environment\b/],
  ],
  logger: [
    ['go', /"log\/slog"/],
    ['java', /\bLoggerFactory\b|@Slf4j|@Log4j2/],
    ['kotlin', /\bLoggerFactory\b|\bKotlinLogging\b/],
    ['csharp', /\bILogger(?:<|\b)/],
    ['swift', /\bimport (?:Logging|OSLog|os\.log)\b|\bLogger\(subsystem/],
    ['python', /\blogging\.config\b|\bJsonFormatter\b/],
    ['php', /\bLoggerInterface\b|\bLog::(?:info|error|warning|debug)\(/],
  ],
  redaction: [
    [
      'all',
      /\b(?:redact(?:ed|ion|or)?|scrub(?:ber|bed)?|mask(?:Sensitive|Secrets|Pii|_sensitive)|filter_parameters|SensitiveData|sanitizeLog)\b|REDACTED/i,
    ],
  ],
  personalData: [
    [
      'all',
      /\b(?:pii|gdpr|anonymi[sz]e\w*|pseudonymi[sz]e\w*|personal[_ ]?data|PersonalData|ProtectedPersonalData)\b|\bencrypts :|@Encrypted/i,
    ],
  ],
  featureFlag: [['all', /\b(?:is_?feature_?enabled|feature_?flags?|feature_?toggles?|flag_?enabled)\b/i]],
  circuitBreaker: [['all', /\bcircuit[_ ]?breaker/i]],
  exceptionOnSpan: [['all', /\brecord_?exception\(|\bRecordError\(|\bcaptureException\(/i]],
  profiler: [
    ['go', /"net\/http\/pprof"|"runtime\/pprof"/],
    ['typescript', /\bv8-profiler|inspector\.Session|--cpu-prof/],
    ['javascript', /\bv8-profiler|inspector\.Session|--cpu-prof/],
    ['python', /\bcProfile\b|\byappi\b/],
  ],
  strictTypes: [['php', /declare\(strict_types=1\)/]],
  typedSignatures: [['ruby', /^# typed: (?:true|strict|strong)/m]],
  insideTests: [['rust', /#\[cfg\(test\)\]|#\[(?:tokio::)?test\]/]],
  metrics: [
    ['csharp', /\bMeter\(|System\.Diagnostics\.Metrics/],
    ['go', /"expvar"/],
  ],
  tracing: [['csharp', /\bActivitySource\(/]],
} as const satisfies Readonly<Record<string, readonly (readonly [Family, RegExp])[]>>

export interface Marked {
  readonly path: string
  readonly line: number
  readonly text: string
}

interface Looked {
  /** One expression for all that is looked for, so that most files are passed over at once. */
  readonly any: RegExp
  readonly each: readonly (readonly [Marker, RegExp])[]
}

const byLanguage = new Map<Language, Looked>()

/** The first place of each marker, in the order of the paths. */
export function findMarkers(repository: Repository, sources: readonly string[]): ReadonlyMap<Marker, Marked> {
  const found = new Map<Marker, Marked>()
  for (const path of sources) {
    const language = languageOf(path)
    const head = language && repository.head(path)
    if (!language || !head) continue
    const { any, each } = lookedFor(language)
    if (!any.test(head)) continue
    for (const [marker, pattern] of each) {
      const marked = found.has(marker) ? undefined : firstMarked(path, head, pattern)
      if (marked) found.set(marker, marked)
    }
  }
  return found
}

function lookedFor(language: Language): Looked {
  const known = byLanguage.get(language)
  if (known) return known
  const entries = Object.entries(patterns) as [Marker, readonly (readonly [Family, RegExp])[]][]
  const each = entries.flatMap(([marker, rows]) =>
    rows.filter(([family]) => family === 'all' || family === language).map(([, pattern]) => [marker, pattern] as const),
  )
  const any = new RegExp(each.map(([, pattern]) => pattern.source).join('|'), 'im')
  const looked = { any, each }
  byLanguage.set(language, looked)
  return looked
}

/** The first match that is not in a comment of its own. */
function firstMarked(path: string, head: string, pattern: RegExp): Marked | undefined {
  for (const { index } of head.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
    const start = index === 0 ? 0 : head.lastIndexOf('\n', index - 1) + 1
    const end = head.indexOf('\n', index)
    const text = head.slice(start, end < 0 ? undefined : end).trim()
    if (!comment.test(text)) return { path, line: lineAt(head, index), text }
  }
  return undefined
}

const comment = /^(\/\/|\/?\*|#(?![[!]| typed:)|--|<!--)/
