/** Variables that a system, a host, CI or a framework sets, so that nobody has to fill them in. */
export const setByOthers = [
  'CI|DEBUG|NODE_ENV|PATH|HOME|HOMEDRIVE|HOMEPATH|USER|USERNAME|USERPROFILE|SHELL|EDITOR|VISUAL|PAGER',
  'TERM|TERM_PROGRAM|COLORTERM|NO_COLOR|FORCE_COLOR|COLUMNS|LANG|LC_\\w+|TZ|TMPDIR|TMP|TEMP|PWD|HOSTNAME|DISPLAY',
  'WINDIR|COMSPEC|PROGRAMDATA|PROGRAMFILES|APPDATA|LOCALAPPDATA|XDG_\\w+|SSH_\\w+|HTTPS?_PROXY|NO_PROXY|SSL_CERT_\\w+',
  'GITHUB_(?:TOKEN|ACTIONS|SHA|REPOSITORY|WORKSPACE|OUTPUT|REF\\w*|(?:BASE|HEAD)_REF|RUN_\\w+|EVENT_\\w+)|GITLAB_CI|CI_\\w+',
  'RUNNER_\\w+|TRAVIS\\w*|CIRCLECI|BUILDKITE|VERCEL|VERCEL_\\w+|NETLIFY|DYNO|KUBERNETES_\\w+',
  'NOTIFY_SOCKET|WATCHDOG_\\w+|JOURNAL_STREAM|LISTEN_(?:FDS|PID|FDNAMES)|npm_\\w+|VIRTUAL_ENV|PYTHON\\w+|DJANGO_SETTINGS_MODULE',
  'CARGO_\\w+|RUST_\\w+|RUSTC_\\w+|OUT_DIR|DOCS_RS|GOPATH|GOROOT|GOOS|GOARCH|GOFLAGS|GOBIN|JAVA_\\w+',
  'BUNDLE_\\w+|RAILS_ENV|RACK_ENV|RAILS_MAX_THREADS|PIDFILE|STORYBOOK',
].join('|')

/** What a web server tells a script of PHP. */
const setByWebServer =
  'REQUEST_(?:URI|METHOD|SCHEME|TIME)|PHP_SELF|QUERY_STRING|REMOTE_(?:ADDR|HOST|USER|PORT)|SCRIPT_(?:NAME|FILENAME)|DOCUMENT_ROOT|SERVER_(?:NAME|PORT|ADDR|SOFTWARE|PROTOCOL)|PATH_INFO|HTTPS|HTTP_(?:HOST|USER_AGENT|REFERER|ACCEPT\\w*|COOKIE|CLIENT_IP|CONNECTION|X_\\w+)'

/** What the bundler puts into a front end by itself. */
const setByBundler = 'DEV|PROD|MODE|SSR|BASE_URL'

const quotedByOthers = `["'](?:${setByOthers})["']`

const script = [
  new RegExp(
    `\\bprocess\\.env\\b(?!\\.(?:${setByOthers})\\b|\\[${quotedByOthers})|\\bimport\\.meta\\.env\\b(?!\\.(?:${setByBundler})\\b)|\\bDeno\\.env\\b(?!\\.get\\(${quotedByOthers})`,
  ),
  ['process.env', 'import.meta.env', 'deno.env'],
] as const
const java = [new RegExp(`\\bSystem\\.getenv\\b(?!\\(${quotedByOthers})`), ['system.getenv']] as const
const letters = [...'abcdefghijklmnopqrstuvwxyz']

/** How source reads a variable that somebody has to set. */
export const readsVariable = [
  ['typescript', ...script],
  ['javascript', ...script],
  [
    'python',
    new RegExp(
      `\\bos\\.(?:environ|getenv)\\b(?!\\.setdefault|(?:\\.get)?[[(]\\s*${quotedByOthers}|\\[[^\\]]+\\]\\s*=[^=])|\\bBaseSettings\\b|\\bfrom (?:decouple|environs|configurations) import\\b|\\bimport environ\\b`,
    ),
    ['os.environ', 'os.getenv', 'basesettings', 'from decouple', 'from environs', 'from configurations', 'import environ'],
  ],
  [
    'go',
    new RegExp(
      `\\bos\\.(?:Getenv|LookupEnv)\\b(?!\\(${quotedByOthers})|(?<!append\\()\\bos\\.Environ\\(|\\.AutomaticEnv\\(|\\.BindEnv\\(|\\benvconfig\\.Process\\(`,
      'i',
    ),
    ['os.getenv', 'os.lookupenv', 'os.environ(', '.automaticenv(', '.bindenv(', 'envconfig.process('],
  ],
  [
    'rust',
    // Libraries for settings read variables by a prefix, and those for arguments beside each of them.
    new RegExp(
      `\\benv::vars?(?:_os)?\\b(?!\\(${quotedByOthers})|\\bEnvironment::with_prefix\\(|\\bEnv::(?:prefixed|raw)\\(|\\benvy::|#\\[(?:arg|clap|structopt)\\((?:[^\\]"]|"[^"\\n]{0,80}"){0,100}?\\benv\\s*[,=)]`,
    ),
    ['env::var', 'environment::with_prefix(', 'env::prefixed(', 'env::raw(', '::from_env', 'envy::', '#[arg(', '#[clap(', '#[structopt('],
  ],
  ['java', ...java],
  ['kotlin', ...java],
  ['scala', new RegExp(`${java[0].source}|\\bsys\\.env\\b`), ['system.getenv', 'sys.env']],
  ['clojure', /\(System\/getenv\b|\(env :/, ['system/getenv', '(env :']],
  ['dart', /\bPlatform\.environment\b|\bString\.fromEnvironment\(/, ['platform.environment', 'string.fromenvironment(']],
  ['haskell', /\b(?:lookupEnv|getEnv)\b/, ['lookupenv', 'getenv']],
  ['perl', /\$ENV\{(?=[A-Z])(?!\w*(?:PATH|HOME|USER)\b)/, letters.map((letter) => `$env{${letter}`)],
  ['lua', /\bos\.getenv\(/, ['os.getenv(']],
  ['csharp', new RegExp(`\\bEnvironment\\.GetEnvironmentVariable\\b(?!\\(${quotedByOthers})`), ['environment.getenvironmentvariable']],
  [
    'ruby',
    new RegExp(`\\bENV(?:\\[|\\.fetch\\(?\\s*)(?=["'][A-Z])(?!${quotedByOthers})(?!["']\\w+["']\\]\\s*(?:\\|\\|)?=[^=~])`),
    [...letters.flatMap((letter) => [`env['${letter}`, `env["${letter}`]), 'env.fetch'],
  ],
  [
    'php',
    new RegExp(
      `\\bgetenv\\((?!["'](?:${setByOthers}|${setByWebServer})["'])|\\benv\\(["'][A-Z]|\\$_ENV\\[(?!["'](?:${setByOthers}|${setByWebServer})["'])|%env\\(`,
    ),
    [...letters.flatMap((letter) => [`env('${letter}`, `env("${letter}`]), 'getenv(', '$_env[', "'%env(", '"%env('],
  ],
  ['cpp', new RegExp(`\\bgetenv\\((?!${quotedByOthers})`), ['getenv(']],
  ['elixir', new RegExp(`\\bSystem\\.(?:get_env|fetch_env!?)\\((?!${quotedByOthers})`), ['system.get_env(', 'system.fetch_env']],
  ['swift', /\bProcessInfo\.processInfo\.environment\b/, ['processinfo.environment']],
] as const
