import { expression } from '../repository/expression.ts'
import { dataPatterns } from './data-patterns.ts'
import { listens, type Row } from './listening-patterns.ts'
import { readsVariable } from './variables.ts'

const scriptProfiler = [/\bv8-profiler|\binspector\.Session\b|--cpu-prof/, ['v8-profiler', 'inspector.session', '--cpu-prof']] as const

/** Traces in source code. A file is looked at more closely only if it holds one of the texts, in any case. */
export const patterns = {
  listens,
  /** The same, where one command of several does it. */
  servesByCommand: listens,
  javaMain: [
    ['java', /@SpringBootApplication\b|\bstatic void main\(/, ['@springbootapplication', 'static void main(']],
    ['kotlin', /@SpringBootApplication\b|\bfun main\(/, ['@springbootapplication', 'fun main(']],
    ['scala', /\bdef main\(|\bextends (?:App|IOApp|ZIOAppDefault)\b|^@main\b/m, ['def main(', 'extends app', 'extends ioapp', 'extends zioapp', '@main ']],
  ],
  /** A library in C may do so, too: only of a program does it tell. */
  accepts: [['cpp', /\baccept4?\(\s*\w+(?:->\w+|\.\w+)*\s*,/, ['accept(', 'accept4(']]],
  /** Of sockets, those that other machines reach. */
  internet: [['cpp', /\b(?:AF_INET6?|INADDR_ANY|in6addr_any)\b/, ['af_inet', 'inaddr_any', 'in6addr_any']]],
  window: [
    [
      'swift',
      /^@(?:UIApplicationMain|NSApplicationMain)\b|\bstruct \w+: (?:SwiftUI\.)?App \{|\bclass \w+: [\w,\s]{0,200}\b(?:UI|NS)ApplicationDelegate\b/m,
      ['applicationmain', ': app {', ': swiftui.app {', 'applicationdelegate'],
    ],
    [
      'cpp',
      /\b(?:glfwCreateWindow|SDL_CreateWindow|gtk_application_new)\(|\bQ(?:Gui)?Application \w+\(|\bpublic Q(?:Gui)?Application\b|\bwxIMPLEMENT_APP/,
      [
        'glfwcreatewindow(',
        'sdl_createwindow(',
        'gtk_application_new(',
        'qapplication ',
        'public qapplication',
        'public qguiapplication',
        'qguiapplication ',
        'wximplement_app',
      ],
    ],
    ['java', /\bnew JFrame\(|\bextends (?:JFrame|javafx\.application\.Application)\b/, ['new jframe(', 'extends jframe', 'extends javafx.']],
  ],
  health: [
    [
      'all',
      expression(
        'm',
        String.raw`(?<!(?:Http::|\bfetch\(|axios\b|requests\.|http\.[gG]et\(|\bReq\.get\(|[fF]ilters?\.\w{1,40}\(|\bassert\w*!?\(`,
        String.raw`|\bexpect\(|[cC]lient\b)[^\n]{0,80})["'\x60](?:GET )?\/(?:(?:(?!_)[\w-]+\/)*(?:healthz?|healthy|health[-_]?checks?|livez`,
        String.raw`|alive|ready|readyz|liveness|readiness|__(?:lb)?heartbeat__|heartbeat)|(?:api\/|health\/|probes?\/`,
        String.raw`|actuator\/health\/)?live)\$?[/"'\x60](?!, (?:Phoenix\.|Socket\b))|\b(?:config|conf|cfg|options|opts`,
        String.raw`|settings)\.(?:\w+\.)*health(?:_?[cC]heck)?[._]?(?:[pP]ath|[rR]oute|[eE]ndpoint)\b|rails\/health|\bhealth: ['"]\/up['"]`,
        String.raw`|\bMapHealthChecks\(|\bAdd(?:Healthz|Readyz)Check\(|\bMapDefaultEndpoints\(|\b(?:route|HandleFunc|(?:http|r|e|c|h|app`,
        String.raw`|api|srv|\w{0,40}(?:[mM]ux|[rR]outer|[sS]erver))\.Handle|path|Route::get|(?:app|server|router?|routes|mux|api|e`,
        String.raw`|r)\.(?:get|GET|Get)(?:<[^()\n]*>)?)\(\s*["'\x60]\/_?(?:ping|status)\/?(?:\([^"'\x60\n]*\)\?)?["'\x60]|(?<!(?:Http::|axios\b`,
        String.raw`|requests\.|[cC]lient\b)[^\n]{0,80})\bget\(?\s*["'][\w/]*\b(?:ping|health[-_]?check)["']`,
        String.raw`|\.equals\("\/?health(?:[-_]?check)?"\)|@Path\("\/?health|\[(?:Route|HttpGet)\("~?\/?(?:[\w-]+\/)*(?:health(?:z`,
        String.raw`|-?checks?)?|ping)"|\.Handle\("GET", "\/(?:ping|status)"|\bhealthx\.\w+CheckPath\b|\basync fn health(?:_?check|z)?\(`,
        String.raw`|(?:\b|_)path\(\s*r?["']\^?_*health(?:z|[-_]?checks?)?\/|\burl\(\s*r?["']\^(?:health(?:z|[-_]?checks?)?|status`,
        String.raw`|ping)\/?\$?["']|\bget\("healthz?"\) \{|\.Group\("\/(?:status|health)"\)|^[ \t]*get[ (]+["']\/?up["']`,
        String.raw`|\bmiddleware\.Heartbeat\(|\brest\.Ping\b|["'\x60]\/-\/(?:ping|ready|healthy)["'\x60]`,
      ),
      [
        ...['path', 'route', 'endpoint'].flatMap((noun) =>
          ['health', 'healthcheck', 'health_check'].flatMap((word) => ['', '_', '.'].map((sign) => `${word}${sign}${noun}`)),
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
        ...["'", '"'].flatMap((mark) => ['health_check', 'health-check', 'healthcheck'].map((word) => `${mark}${word}${mark}`)),
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
    // Django takes routes as expressions, too.
    ['python', /\bre_path\(\s{0,40}r?["']\^(?:health(?:z|[-_]?checks?)?|status|ping)\/?\$?["']/, ['^health', '^status', '^ping/', '^ping$']],
  ],
  environment: readsVariable,
  logger: [
    ['go', /"log\/slog"/, ['"log/slog"']],
    ['java', /\.addKeyValue\(|\bStructuredArguments\b/, ['.addkeyvalue(', 'structuredarguments']],
    ['kotlin', /\.addKeyValue\(|\bStructuredArguments\b|\bKotlinLogging\b/, ['.addkeyvalue(', 'structuredarguments', 'kotlinlogging']],
    // The interface alone does not show what is written; what sends or prints fields does.
    ['csharp', /\bLogging\.AddOpenTelemetry\(|\bAddJsonConsole\(/, ['logging.addopentelemetry(', 'addjsonconsole(']],
    ['swift', /\bimport (?:Logging|OSLog|os\.log)\b|\bLogger\(subsystem/, ['import logging', 'import oslog', 'import os.log', 'logger(subsystem']],
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
    ['python', /^LOGGING\s*=|\blogging\.(?:basicConfig|config\.dictConfig)\(/m, ['logging = {', 'logging.basicconfig(', '.dictconfig(']],
  ],
  ...dataPatterns,
  /** What can be read again with a key: a service that stores it keeps it from those who only have the tables. */
  encryption: [
    [
      'all',
      expression(
        '',
        String.raw`\bcreateCipheriv\(|\bsubtle\.encrypt\(|\bFernet\(|\bAES\.new\(|\bMessageEncryptor\b|\bopenssl_encrypt\(`,
        String.raw`|\bsodium_crypto_secretbox\(|\bCipher\.getInstance\(|\bcipher\.NewGCM\(|\bAes\.Create\(`,
      ),
      [
        'createcipheriv(',
        'subtle.encrypt(',
        'fernet(',
        'aes.new(',
        'messageencryptor',
        'openssl_encrypt(',
        'sodium_crypto_secretbox(',
        'cipher.getinstance(',
        'cipher.newgcm(',
        'aes.create(',
      ],
    ],
  ],
  featureFlag: [
    [
      'all',
      // A bit of a number, and a field of somebody else, switch nothing.
      expression(
        'i',
        String.raw`is_?feature_?enabled|(?<!,|& \w{0,60})feature_?(flags?|gates?)\b(?!['"]?\s*=>\s*\[\s*\]|\s*=\s*(?:0x|1L?\s*<<)|:=)`,
        String.raw`|["'\x60]feature (?:flag|gate|toggle) (?:to|that|for)\b|feature_?flag_?(?:enabled|payload|variant|value)`,
        String.raw`|experimental_?features?(?![a-z])|feature_?toggles?\b|\bflag_?enabled`,
      ),
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
        'feature flag',
        'feature gate',
        'feature toggle',
      ],
    ],
  ],
  circuitBreaker: [['all', /circuit[_ ]?breaker/i, ['circuitbreaker', 'circuit_breaker', 'circuit breaker']]],
  exceptionOnSpan: [
    ['all', /\brecord_?exception\(|\w{0,40}span\w{0,40}(?:\([^()\n]{0,80}\))?\.RecordError\(/i, ['recordexception(', 'record_exception(', 'recorderror(']],
  ],
  profiler: [
    [
      'go',
      // Routers, managers of clusters and helpers switch it on under names of their own.
      expression(
        '',
        String.raw`"net\/http\/pprof"|"runtime\/pprof"|\/pprofhandler"|\bmiddleware\.Profiler\(|\bPprofBindAddress\b|\bEnablePprof\b`,
        String.raw`|\b\w*Pprof\(|"[\w./-]+\/pprof"|\bprofil(?:e|er|ing)x?\.(?:Profile|Start|Install)\(`,
      ),
      ['/pprof"', 'pprofhandler', 'profil', 'pprofbindaddress', 'enablepprof', 'pprof('],
    ],
    ['typescript', ...scriptProfiler],
    ['javascript', ...scriptProfiler],
    [
      'python',
      // Sentry profiles a share of requests.
      /\bcProfile\b|\byappi\b|\bProfilerMiddleware\b|\bflask_profiler\b|\bprofile\.Profile\(|\bprofiles?_(?:session_)?sample_rate\b[^\n]{0,80}[1-9]/,
      ['cprofile', 'import yappi', 'yappi.', 'profilermiddleware', 'flask_profiler', 'profile.profile(', '_sample_rate'],
    ],
  ],
  schema: [
    ['go', /\.AutoMigrate\(|\.NewCreateTable\(|\.Sync2?\((?:&|new\()/, ['.automigrate(', '.newcreatetable(', '.sync2(', '.sync(']],
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
    [
      'go',
      /"expvar"|\/(?:(?:echo|gin|fiber|chi)?prometheusx?|statsd)(?:\/[\w.-]{1,60}){0,3}"/,
      ['"expvar"', '/prometheus', '/echoprometheus', '/ginprometheus', '/fiberprometheus', '/chiprometheus', '/statsd'],
    ],
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
      /(?:\b|_)traces?_?sample_?rate\b[^\n]*[^\d.](?:1(?:\.0*)?|0?\.\d*[1-9]\d*)(?![\d.])|\btraces_?sampler\s*[=:]/i,
      ['trace_sample_rate', 'traces_sample_rate', 'tracessamplerate', 'traces_sampler', 'tracessampler'],
    ],
  ],
} as const satisfies Readonly<Record<string, readonly Row[]>>

/** What is looked for in source. */
export type Marker = keyof typeof patterns
