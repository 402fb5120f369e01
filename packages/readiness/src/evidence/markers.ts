import { type Language, languageOf } from '../applications/languages.ts'
import { isAside } from '../applications/places.ts'
import type { Repository } from '../repository/create-repository.ts'
import { lineAt } from '../repository/parse.ts'
import { createLiteralFinder, type LiteralFinder } from './literal-finder.ts'
import { readsVariable } from './variables.ts'

type Row = readonly [family: 'all' | Language, pattern: RegExp, texts: readonly string[]]

const scriptServer = [
  /\b(?:createServer|createSecureServer|createHttp2Server)\(|\b(?:Deno|Bun)\.serve\(|\bnew grpc\.Server\(/,
  ['createserver(', 'createsecureserver(', 'createhttp2server(', 'deno.serve(', 'bun.serve(', 'new grpc.server('],
] as const
const scriptProfiler = [
  /\bv8-profiler|\binspector\.Session\b|--cpu-prof/,
  ['v8-profiler', 'inspector.session', '--cpu-prof'],
] as const

/** Traces in source code. A file is looked at more closely only if it holds one of the texts, in any case. */
const patterns = {
  listens: [
    [
      'go',
      /\bhttp\.(?:ListenAndServe(?:TLS)?\b|Server\{)|\blambda\.Start\(|\bgrpc\.NewServer\(|\b(?:gin\.(?:Default|New)|echo\.New|fiber\.New|chi\.NewRouter)\(/,
      [
        ...['http.listenandserve', 'http.server{', 'lambda.start(', 'grpc.newserver('],
        ...['gin.default(', 'gin.new(', 'echo.new(', 'fiber.new(', 'chi.newrouter('],
      ],
    ],
    ['typescript', ...scriptServer],
    ['javascript', ...scriptServer],
    ['python', /\b(?:HTTPServer|ThreadingHTTPServer)\(|\bserve_forever\(/, ['httpserver(', 'serve_forever(']],
    [
      'java',
      /\bHttpServer\.create\(|@SpringBootApplication\b|\b\w*ServerBuilder\.forPort\(/,
      ['httpserver.create(', '@springbootapplication', 'serverbuilder.forport('],
    ],
    [
      'kotlin',
      /\bembeddedServer\(|@SpringBootApplication\b|\b\w*ServerBuilder\.forPort\(/,
      ['embeddedserver(', '@springbootapplication', 'serverbuilder.forport('],
    ],
    ['cpp', /\bAddListeningPort\(/, ['addlisteningport(']],
    ['csharp', /\bWebApplication\.Create(?:Slim)?Builder\(/, ['webapplication.create']],
    ['rust', /\bTcpListener::bind\(/, ['tcplistener::bind(']],
  ],
  javaMain: [
    ['java', /@SpringBootApplication\b|\bstatic void main\(/, ['@springbootapplication', 'static void main(']],
    ['kotlin', /@SpringBootApplication\b|\bfun main\(/, ['@springbootapplication', 'fun main(']],
  ],
  health: [
    [
      'all',
      /["'`]\/(?:(?!_)[\w-]+\/)*(?:healthz?|health[-_]?checks?|livez|readyz|liveness|readiness)[/"'`]|rails\/health|\bhealth: ['"]\/up['"]|\bMapHealthChecks\(|\bMapDefaultEndpoints\(|\b(?:route|HandleFunc|path|(?:app|server|router?|routes|mux|api|e|r)\.(?:get|GET|Get))\(\s*["'`]\/ping\/?["'`]/,
      [
        '/health',
        '/ping"',
        "/ping'",
        '/ping`',
        '/ping/',
        '/livez',
        '/readyz',
        '/liveness',
        '/readiness',
        "health: '/up",
        'health: "/up',
        'maphealthchecks(',
        'mapdefaultendpoints(',
      ],
    ],
  ],
  environment: readsVariable,
  logger: [
    ['go', /"log\/slog"/, ['"log/slog"']],
    ['java', /\.addKeyValue\(|\bStructuredArguments\b/, ['.addkeyvalue(', 'structuredarguments']],
    [
      'kotlin',
      /\.addKeyValue\(|\bStructuredArguments\b|\bKotlinLogging\b/,
      ['.addkeyvalue(', 'structuredarguments', 'kotlinlogging'],
    ],
    ['csharp', /\bILogger(?:<|\b)/, ['ilogger']],
    [
      'swift',
      /\bimport (?:Logging|OSLog|os\.log)\b|\bLogger\(subsystem/,
      ['import logging', 'import oslog', 'import os.log', 'logger(subsystem'],
    ],
    ['python', /\bJsonFormatter\b/, ['jsonformatter']],
    [
      'php',
      /\bLoggerInterface\b|\bLog::(?:info|error|warning|debug)\(/,
      ['loggerinterface', 'log::info(', 'log::error(', 'log::warning(', 'log::debug('],
    ],
  ],
  redaction: [
    [
      'all',
      /redact|scrub(?:b|_|S)|mask_?(?:sensitive|secrets|pii)|filter_parameters|SensitiveData|sanitize_?log/i,
      [
        'redact',
        'scrubb',
        'scrub_',
        'scrubs',
        'masksensitive',
        'mask_sensitive',
        'masksecrets',
        'mask_secrets',
        'maskpii',
        'mask_pii',
        'filter_parameters',
        'sensitivedata',
        'sanitizelog',
        'sanitize_log',
      ],
    ],
  ],
  personalData: [
    [
      'all',
      /(?:has|mask|strip|remove|encrypt)_?pii|pii_?(?:field|data|col)|anonymi[sz]e|pseudonymi[sz]e|personal[_ ]?data|\bencrypts :|@Encrypted\b/i,
      [
        ...['has', 'mask', 'strip', 'remove', 'encrypt'].flatMap((verb) => [`${verb}pii`, `${verb}_pii`]),
        ...['field', 'data', 'col'].flatMap((noun) => [`pii${noun}`, `pii_${noun}`]),
        ...['anonymi', 'personal_data', 'personaldata', 'personal data', 'pseudonymi', 'encrypts :', '@encrypted'],
      ],
    ],
  ],
  featureFlag: [
    [
      'all',
      /is_?feature_?enabled|feature_?flags?\b|feature_?toggles?\b|\bflag_?enabled/i,
      [
        'featureflag',
        'feature_flag',
        'featuretoggle',
        'feature_toggle',
        'featureenabled',
        'feature_enabled',
        'flagenabled',
        'flag_enabled',
      ],
    ],
  ],
  circuitBreaker: [['all', /circuit[_ ]?breaker/i, ['circuitbreaker', 'circuit_breaker', 'circuit breaker']]],
  exceptionOnSpan: [
    [
      'all',
      /\brecord_?exception\(|\bRecordError\(|\bcapture_?exception\(/i,
      ['recordexception(', 'record_exception(', 'recorderror(', 'captureexception(', 'capture_exception('],
    ],
  ],
  profiler: [
    ['go', /"net\/http\/pprof"|"runtime\/pprof"/, ['/pprof"']],
    ['typescript', ...scriptProfiler],
    ['javascript', ...scriptProfiler],
    ['python', /\bcProfile\b|\byappi\b/, ['cprofile', 'import yappi', 'yappi.']],
  ],
  strictTypes: [['php', /declare\(strict_types=1\)/, ['strict_types=1']]],
  typedSignatures: [['ruby', /^# typed: (?:true|strict|strong)/m, ['# typed: ']]],
  insideTests: [
    ['rust', /#\[cfg\(test\)\]|#\[(?:tokio::)?test\]|#\[crate::test\]/, ['#[cfg(test)]', '#[test]', '::test]']],
  ],
  metrics: [
    ['csharp', /\bnew Meter\(|System\.Diagnostics\.Metrics/, ['new meter(', 'system.diagnostics.metrics']],
    ['go', /"expvar"/, ['"expvar"']],
  ],
  tracing: [['csharp', /\bnew ActivitySource\(/, ['new activitysource(']]],
} as const satisfies Readonly<Record<string, readonly Row[]>>

export type Marker = keyof typeof patterns

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
const oneCommand = /(^|\/)(cmds?|commands?|cli|subcommands?)\/(.+\/)?(serve|preview|dev|watch)\w*\.\w+$/

/** Secrets are masked in many places; only where logs are written, or near it, are logs kept clean. */
const aboutLogs =
  /(?:\b|_)logs?(?!in|ic|o\b|out)|log(?:g|[A-Z])|Log(?!in|ic|o\b|out)|sentry|before_?send|filter_parameters|telemetry|\bspans?\b|\bredact: *[[{]|Scrubber/

const byLanguage = new Map<Language, Looked>()

/** The first place of each marker, in the order of the paths. What scripts and builds read is not what the program reads. */
export function findMarkers(
  repository: Repository,
  sources: readonly string[],
  directory = '',
): ReadonlyMap<Marker, Marked> {
  const found = new Map<Marker, Marked>()
  for (const path of sources) {
    const language = languageOf(path)
    const bytes = language && repository.head(path)
    if (!language || !bytes) continue
    const { mayHold, each } = lookedFor(language)
    if (!mayHold(bytes)) continue
    const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const isBeside = isAside(directory ? path.slice(directory.length + 1) : path)
    for (const [marker, pattern] of each) {
      if (isBeside && marker === 'environment') continue
      if (marker === 'listens' && oneCommand.test(path)) continue
      const near = marker === 'redaction' && !aboutLogs.test(path) ? aboutLogs : undefined
      const marked = found.has(marker) ? undefined : firstMarked(path, head, pattern, near)
      if (marked) found.set(marker, marked)
    }
  }
  return found
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

/** The first match that is not in a comment of its own, and in whose line or a neighbour of it is what must be near. */
function firstMarked(path: string, head: string, pattern: RegExp, near?: RegExp): Marked | undefined {
  for (const { index } of head.matchAll(new RegExp(pattern, `${pattern.flags}g`))) {
    const start = index === 0 ? 0 : head.lastIndexOf('\n', index - 1) + 1
    const end = head.indexOf('\n', index)
    const text = head.slice(start, end < 0 ? undefined : end).trim()
    if (comment.test(text) || (near && !near.test(aroundLine(head, start, end)))) continue
    return { path, line: lineAt(head, index), text }
  }
  return undefined
}

/** A line with the ones before and after it. */
function aroundLine(head: string, start: number, end: number): string {
  const before = start < 2 ? 0 : head.lastIndexOf('\n', start - 2) + 1
  const after = end < 0 ? -1 : head.indexOf('\n', end + 1)
  return head.slice(before, after < 0 ? undefined : after)
}

const comment = /^(\/\/|\/?\*|#(?![[!]| typed:)|--|<!--)/
