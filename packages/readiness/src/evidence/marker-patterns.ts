import { listens, type Row } from './listening-patterns.ts'
import { readsVariable } from './variables.ts'

const scriptProfiler = [
  /\bv8-profiler|\binspector\.Session\b|--cpu-prof/,
  ['v8-profiler', 'inspector.session', '--cpu-prof'],
] as const

/** Traces in source code. A file is looked at more closely only if it holds one of the texts, in any case. */
export const patterns = {
  listens,
  /** The same, where one command of several does it. */
  servesByCommand: listens,
  javaMain: [
    ['java', /@SpringBootApplication\b|\bstatic void main\(/, ['@springbootapplication', 'static void main(']],
    ['kotlin', /@SpringBootApplication\b|\bfun main\(/, ['@springbootapplication', 'fun main(']],
    [
      'scala',
      /\bdef main\(|\bextends (?:App|IOApp|ZIOAppDefault)\b|^@main\b/m,
      ['def main(', 'extends app', 'extends ioapp', 'extends zioapp', '@main '],
    ],
  ],
  /** A library in C may do so, too: only of a program does it tell. */
  accepts: [['cpp', /\baccept4?\(\s*\w+(?:->\w+|\.\w+)*\s*,/, ['accept(', 'accept4(']]],
  /** Of sockets, those that other machines reach. */
  internet: [['cpp', /\b(?:AF_INET6?|INADDR_ANY|in6addr_any)\b/, ['af_inet', 'inaddr_any', 'in6addr_any']]],
  window: [
    [
      'swift',
      /^@(?:UIApplicationMain|NSApplicationMain)\b|\bstruct \w+: (?:SwiftUI\.)?App \{|\bclass \w+: [\w, ]*\b(?:UI|NS)ApplicationDelegate\b/m,
      ['applicationmain', ': app {', ': swiftui.app {', 'applicationdelegate'],
    ],
    [
      'java',
      /\bnew JFrame\(|\bextends (?:JFrame|javafx\.application\.Application)\b/,
      ['new jframe(', 'extends jframe', 'extends javafx.'],
    ],
  ],
  health: [
    [
      'all',
      /(?<!(?:Http::|\bfetch\(|axios\b|requests\.|http\.[gG]et\(|\bReq\.get\(|[fF]ilters?\.|[cC]lient\b)[^\n]{0,80})["'`](?:GET )?\/(?:(?:(?!_)[\w-]+\/)*(?:healthz?|healthy|health[-_]?checks?|livez|alive|ready|readyz|liveness|readiness|__(?:lb)?heartbeat__|heartbeat)|(?:api\/|health\/|probes?\/|actuator\/health\/)?live)\$?[/"'`](?!, (?:Phoenix\.|Socket\b))|\b(?:config|conf|cfg|options|opts|settings)\.(?:\w+\.)*health(?:_?[cC]heck)?[._]?(?:[pP]ath|[rR]oute|[eE]ndpoint)\b|rails\/health|\bhealth: ['"]\/up['"]|\bMapHealthChecks\(|\bAdd(?:Healthz|Readyz)Check\(|\bMapDefaultEndpoints\(|\b(?:route|HandleFunc|path|Route::get|(?:app|server|router?|routes|mux|api|e|r)\.(?:get|GET|Get)(?:<[^()\n]*>)?)\(\s*["'`]\/_?(?:ping|status)\/?(?:\([^"'`\n]*\)\?)?["'`]|(?<!(?:Http::|axios\b|requests\.|[cC]lient\b)[^\n]{0,80})\bget\(?\s*["'][\w/]*\b(?:ping|health[-_]?check)["']|\.equals\("\/?health(?:[-_]?check)?"\)|@Path\("\/?health|\[(?:Route|HttpGet)\("~?\/?(?:[\w-]+\/)*(?:health(?:z|-?checks?)?|ping)"|\.Handle\("GET", "\/(?:ping|status)"|\bhealthx\.\w+CheckPath\b|\basync fn health(?:_?check|z)?\(|(?:\b|_)path\(\s*r?["']\^?_*health(?:z|[-_]?checks?)?\/|\burl\(\s*r?["']\^(?:health(?:z|[-_]?checks?)?|status|ping)\/?\$?["']|\bget\("healthz?"\) \{|\.Group\("\/(?:status|health)"\)|^[ \t]*get[ (]+["']\/?up["']|\bmiddleware\.Heartbeat\(|\brest\.Ping\b|["'`]\/-\/(?:ping|ready|healthy)["'`]/m,
      [
        ...['path', 'route', 'endpoint'].flatMap((noun) =>
          ['health', 'healthcheck', 'health_check'].flatMap((word) =>
            ['', '_', '.'].map((sign) => `${word}${sign}${noun}`),
          ),
        ),
        'fn health',
        '^health',
        '^_health',
        '^status',
        'middleware.heartbeat(',
        // Of texts with a usual beginning, a later part is looked for: it allows longer leaps.
        'st.ping',
        '^ping/',
        '^ping$',
        ...['"', "'"].flatMap((mark) => [`${mark}/up${mark},`, `${mark}/up${mark} `, `${mark}up${mark} =>`]),
        "('health",
        '("health',
        'healthx.',
        '("ping"',
        "('ping'",
        ...["'", '"'].flatMap((mark) =>
          ['health_check', 'health-check', 'healthcheck'].map((word) => `${mark}${word}${mark}`),
        ),
        '/health',
        '/ping"',
        "/ping'",
        '/ping`',
        '/ping/',
        '/status"',
        '/_status',
        "/status'",
        '/status`',
        '/status(',
        '/live"',
        "/live'",
        '/livez',
        '/alive',
        '/ready',
        '/readyz',
        '/liveness',
        '/__heartbeat__',
        '/__lbheartbeat__',
        '/heartbeat',
        '/readiness',
        "health: '/up",
        'health: "/up',
        'addhealthzcheck(',
        'addreadyzcheck(',
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
    // The interface alone does not show what is written; what sends or prints fields does.
    ['csharp', /\bLogging\.AddOpenTelemetry\(|\bAddJsonConsole\(/, ['logging.addopentelemetry(', 'addjsonconsole(']],
    [
      'swift',
      /\bimport (?:Logging|OSLog|os\.log)\b|\bLogger\(subsystem/,
      ['import logging', 'import oslog', 'import os.log', 'logger(subsystem'],
    ],
    ['python', /\bJsonFormatter\b/, ['jsonformatter']],
    [
      'php',
      // An interface, and a field here and there, do not show what is written.
      /\bJsonFormatter\b/,
      ['jsonformatter'],
    ],
  ],
  plainLogger: [
    ['go', /^\t"log"$/m, ['\t"log"']],
    [
      'python',
      /^LOGGING\s*=|\blogging\.(?:basicConfig|config\.dictConfig)\(/m,
      ['logging = {', 'logging.basicconfig(', '.dictconfig('],
    ],
  ],
  redaction: [
    // In any case it would also be in the middle of names such as `requiredAction`.
    ['all', /\[(?:redacted|Redacted|REDACTED)\]|(?<![a-zA-Z])(?:un|pre)?redact|Redact|REDACT/, ['redact']],
    [
      'all',
      /\[(?:masked|filtered)\]|<(?:sanitized|masked|hidden)[\w ]{0,40}>|hide_?sensitive|sensitive_?log|\bmask_?(?:secret|token|password)|masked_?(?:url|dsn)|filter_?headers|(?<!show_?)scrub(?:b|_(?!out|in|params)|S)|obfuscator|cleanse_?log|PASSWORD_REMOVED|mask_?(?:sensitive|secrets|pii)|\bmask\((?:secret|token|password)|filter_parameters(?!_)|(?<!Enable)SensitiveData(?!Logging)|mask_?(?:ed)?_?(?:credentials|passwords?|quer(?:y|ies))|sanitize_?log|\bsanitize\(|exclud(?:e|ed|ing)_?(?:handler|fields|keys|attrs)/i,
      [
        '<sanitized',
        '<masked',
        '<hidden',
        'hidesensitive',
        'hide_sensitive',
        'sensitivelog',
        'sensitive_log',
        'masksecret',
        'mask_secret',
        'masktoken',
        'mask_token',
        'maskedurl',
        'masked_url',
        'maskeddsn',
        'masked_dsn',
        'filter_headers',
        'filterheaders',
        '[masked',
        'obfuscator',
        'cleanselog',
        'cleanse_log',
        'password_removed',
        '[filtered',
        'scrubb',
        'scrub_',
        'scrubs',
        'mask(secret',
        'mask(token',
        'mask(password',
        'masksensitive',
        'mask_sensitive',
        'maskcredentials',
        'mask_credentials',
        'maskpassword',
        'mask_password',
        'maskedquer',
        'masked_quer',
        'maskpii',
        'mask_pii',
        'filter_parameters',
        'sensitivedata',
        'sanitizelog',
        'sanitize(',
        'excludefields',
        'exclude_fields',
        'excludedfields',
        'excluded_fields',
        'excludinghandler',
        'excludekeys',
        'sanitize_log',
      ],
    ],
  ],
  personalData: [
    [
      'all',
      /(?:has|mask|strip|remove|encrypt)_?pii|pii_?(?:field|data|col)|anonymi[sz]e(?!d)|anonymi[sz]ed_?at|pseudonymi[sz]e|personal[_ ]?data|\bencrypts :|@Encrypted\b|\bEncrypted\w{0,20}Field\b|=> ['"]encrypted(?::\w+)?['"]|\bCrypt::encrypt/i,
      [
        ...['has', 'mask', 'strip', 'remove', 'encrypt'].flatMap((verb) => [`${verb}pii`, `${verb}_pii`]),
        ...['field', 'data', 'col'].flatMap((noun) => [`pii${noun}`, `pii_${noun}`]),
        ...[
          'anonymi',
          'personal_data',
          'personaldata',
          'personal data',
          'pseudonymi',
          'encrypts :',
          '@encrypted',
          'encryptedtext',
          'encryptedchar',
          'encryptedemail',
          'encryptedjson',
          'encryptedfield',
          "=> 'encrypted",
          '=> "encrypted',
          'crypt::encrypt',
        ],
      ],
    ],
  ],
  featureFlag: [
    [
      'all',
      /is_?feature_?enabled|feature_?(flags?|gates?)\b(?!['"]?\s*=>\s*\[\s*\])|feature_?flag_?(?:enabled|payload|variant|value)|experimental_?features?(?![a-z])|feature_?toggles?\b|\bflag_?enabled/i,
      [
        'featureflag',
        'featuregate',
        'feature_gate',
        'feature_flag',
        'featuretoggle',
        'feature_toggle',
        'featureenabled',
        'feature_enabled',
        'flagenabled',
        'flag_enabled',
        'experimentalfeature',
        'experimental_feature',
      ],
    ],
  ],
  circuitBreaker: [['all', /circuit[_ ]?breaker/i, ['circuitbreaker', 'circuit_breaker', 'circuit breaker']]],
  exceptionOnSpan: [
    [
      'all',
      /\brecord_?exception\(|\w{0,40}span\w{0,40}(?:\([^()\n]{0,80}\))?\.RecordError\(/i,
      ['recordexception(', 'record_exception(', 'recorderror('],
    ],
  ],
  profiler: [
    [
      'go',
      // Routers, managers of clusters and helpers switch it on under names of their own.
      /"net\/http\/pprof"|"runtime\/pprof"|\/pprofhandler"|\bmiddleware\.Profiler\(|\bPprofBindAddress\b|\bEnablePprof\b|\b\w*Pprof\(|"[\w./-]+\/pprof"|\bprofil(?:e|er|ing)x?\.(?:Profile|Start|Install)\(/,
      ['/pprof"', 'pprofhandler', 'profil', 'pprofbindaddress', 'enablepprof', 'pprof('],
    ],
    ['typescript', ...scriptProfiler],
    ['javascript', ...scriptProfiler],
    [
      'python',
      // Sentry profiles a share of requests.
      /\bcProfile\b|\byappi\b|\bProfilerMiddleware\b|\bflask_profiler\b|\bprofile\.Profile\(|\bprofiles?_(?:session_)?sample_rate\b[^\n]{0,80}[1-9]/,
      [
        'cprofile',
        'import yappi',
        'yappi.',
        'profilermiddleware',
        'flask_profiler',
        'profile.profile(',
        '_sample_rate',
      ],
    ],
  ],
  schema: [
    [
      'go',
      /\.AutoMigrate\(|\.NewCreateTable\(|\.Sync2?\((?:&|new\()/,
      ['.automigrate(', '.newcreatetable(', '.sync2(', '.sync('],
    ],
    ['python', /\bmetadata\.create_all\(|\bdb\.create_all\(/, ['.create_all(']],
    ['all', /\bcreate table (?:if not exists )?["'`\w]/i, ['create table ']],
  ],
  typedSignatures: [['ruby', /^# typed: (?:true|strict|strong)/m, ['# typed: ']]],
  insideTests: [
    ['zig', /^test ["{]/m, ['test "', 'test {']],
    ['rust', /#\[cfg\(test\)\]|#\[(?:tokio::)?test\]|#\[crate::test\]/, ['#[cfg(test)]', '#[test]', '::test]']],
  ],
  metrics: [
    ['csharp', /\bnew Meter\(|System\.Diagnostics\.Metrics/, ['new meter(', 'system.diagnostics.metrics']],
    // A house keeps what it puts around the usual libraries in packages that are called after them.
    ['go', /"expvar"|\/(?:prometheusx?|statsd)(?:\/[\w.-]{1,60}){0,3}"/, ['"expvar"', '/prometheus', '/statsd']],
    [
      'all',
      /\bopentelemetry[\w.:/]{0,40}\bmetrics\b|\bfrom opentelemetry import [^\n]{0,60}\bmetrics\b|\bmetrics\.getMeter\(/,
      ['opentelemetry', '.getmeter('],
    ],
  ],
  tracing: [
    ['csharp', /\bnew ActivitySource\(/, ['new activitysource(']],
    // Sentry traces a share of requests; a share that somebody else has to set is none.
    [
      'all',
      /(?:\b|_)traces?_?sample_?rate\b[^\n]*[^\d.](?:1(?:\.0*)?|0?\.\d*[1-9]\d*)(?![\d.])/i,
      ['trace_sample_rate', 'traces_sample_rate', 'tracessamplerate'],
    ],
  ],
} as const satisfies Readonly<Record<string, readonly Row[]>>
