import { apiKeyPattern } from '@muster/contract/api-key'
import { type Parser, parsers } from './parsers.ts'

interface Setting<T> {
  readonly parse: Parser<T>
  /** The default as it would be written in the environment; `undefined` if the setting has none. */
  readonly default: string | undefined
  readonly secret?: boolean
  readonly help: string
}

function setting<T>(
  parse: Parser<T>,
  fallback: string | undefined,
  help: string,
  options: { secret?: boolean } = {},
): Setting<T> {
  return { parse, default: fallback, help, ...options }
}

const { text, integer, oneOf, url, exactUrl, list, networks, instant, email, optional } = parsers

/** Every setting of the service. No other code reads the environment. */
export const settings = {
  MUSTER_HOST: setting(text(), '127.0.0.1', 'Address to listen on. 0.0.0.0 admits other machines.'),
  MUSTER_PORT: setting(integer(0, 65_535), '4000', 'Port to listen on. 0 takes any free one.'),
  MUSTER_TLS_CERT: setting(
    optional(text()),
    undefined,
    'File with the certificate chain in PEM. Serves https instead of http.',
  ),
  MUSTER_TLS_KEY: setting(optional(text()), undefined, 'File with the private key of that certificate, in PEM.'),
  MUSTER_DATA_DIR: setting(text(), './data', 'Where everything is kept that must survive a restart.'),
  MUSTER_UPGRADE_BACKUP: setting(
    oneOf(['on', 'off']),
    'on',
    'Whether the embedded database is backed up, below the data directory, before it is migrated.',
  ),
  MUSTER_API_URL: setting(optional(url()), undefined, 'Public address of the API, as clients see it.'),
  MUSTER_APP_URL: setting(optional(url()), undefined, 'Public address of the application. The API’s when left out.'),
  MUSTER_ORG_NAME: setting(text(), 'My organization', 'Name of the organization that the first start creates.'),
  MUSTER_OWNER_EMAIL: setting(email(), 'owner@example.com', 'E-mail of its owner.'),
  MUSTER_OWNER_KEY: setting(
    optional(text(apiKeyPattern, 'an API key: mst_<key id>_<secret of at least 43 characters>')),
    undefined,
    'API key of the owner, instead of a new one that is printed.',
    { secret: true },
  ),
  MUSTER_OPERATOR_KEY: setting(
    optional(text(/^[\x21-\x7e]{32,}$/, 'at least 32 characters without spaces, such as openssl rand -hex 32 prints')),
    undefined,
    'Bearer that may create further organizations. Nobody may when left out.',
    { secret: true },
  ),
  DATABASE_URL: setting(
    optional(text(/^postgres(ql)?:\/\//, 'a URL that begins with postgres://')),
    undefined,
    'Your own Postgres (15 or later) instead of the embedded one.',
    { secret: true },
  ),
  MUSTER_DATABASE_CONNECTIONS: setting(integer(2, 1000), '20', 'Connections to the database, at the most.'),
  MUSTER_SECRET_KEY: setting(
    optional(text(/^[A-Za-z0-9+/_-]{43}=?$/, '32 random bytes in base64')),
    undefined,
    'Encrypts secrets at rest; the same on every node. A file in the data directory when left out.',
    { secret: true },
  ),
  MUSTER_TOKEN_SECONDS: setting(integer(60, 86_400), '900', 'How long a token is valid.'),
  MUSTER_BROWSER_IDLE_HOURS: setting(
    integer(1, 8760),
    '168',
    'A browser is signed out after so many hours without use.',
  ),
  MUSTER_BROWSER_DAYS: setting(integer(1, 365), '30', 'A browser is signed out after so many days, used or not.'),
  MUSTER_OIDC_ISSUER: setting(
    optional(exactUrl()),
    undefined,
    'OpenID provider whose tokens are accepted, as it names itself.',
  ),
  MUSTER_OIDC_AUDIENCE: setting(optional(text()), undefined, 'Audience that those tokens must name.'),
  MUSTER_OIDC_JWKS_URL: setting(optional(exactUrl()), undefined, 'Its public keys. Found by discovery when left out.'),
  MUSTER_OIDC_CLIENT_ID: setting(
    optional(text()),
    undefined,
    'What the provider calls Muster. With it, people sign in to the web application through the provider.',
  ),
  MUSTER_OIDC_CLIENT_SECRET: setting(
    optional(text()),
    undefined,
    'What Muster shows the provider. None for a public client.',
    { secret: true },
  ),
  MUSTER_OIDC_NAME: setting(
    text(/^[^<>&"]{1,60}$/, 'up to 60 characters without < > & "'),
    'single sign-on',
    'What the sign-in page calls the provider.',
  ),
  MUSTER_OIDC_TRUST_EMAIL: setting(
    oneOf(['verified', 'all']),
    'verified',
    'all when the provider vouches for every e-mail and leaves email_verified out.',
  ),
  MUSTER_OIDC_MAX_TOKEN_SECONDS: setting(
    integer(60, 2_592_000),
    '86400',
    'Tokens of the provider that are valid for longer are refused.',
  ),
  MUSTER_RATE_LIMIT: setting(
    integer(0, 1e9),
    '1000000',
    'Requests a minute for each user, with all their keys together. 0 for no limit.',
  ),
  MUSTER_ORGANIZATION_RATE_LIMIT: setting(
    integer(0, 1e9),
    '10000000',
    'Requests a minute for each organization. 0 for no limit.',
  ),
  MUSTER_MAX_IN_FLIGHT: setting(
    integer(0, 1e6),
    '1000',
    'Requests of one user that are worked on at the same time. 0 for no limit.',
  ),
  MUSTER_ORGANIZATION_MAX_IN_FLIGHT: setting(
    integer(0, 1e6),
    '4000',
    'Requests of one organization that are worked on at the same time. 0 for no limit.',
  ),
  MUSTER_MAX_KEYS_PER_USER: setting(integer(1, 1e6), '1000', 'API keys of one user that work.'),
  MUSTER_MAX_USERS: setting(integer(1, 1e7), '100000', 'Users of one organization.'),
  MUSTER_MAX_COMPUTERS_PER_USER: setting(integer(1, 1e6), '1000', 'Computers of one user.'),
  MUSTER_MAX_SESSIONS_PER_USER: setting(integer(1, 1e9), '1000000', 'Sessions of one user.'),
  MUSTER_AUDIT_DAYS: setting(integer(0, 36_500), '1095', 'Days that audit entries are kept. 0 for ever.'),
  MUSTER_COUNTER_DAYS: setting(
    integer(0, 36_500),
    '400',
    'Days after which a running total that nobody reports any more is forgotten. 0 for never.',
  ),
  MUSTER_COMPUTER_GRACE_SECONDS: setting(
    integer(30, 86_400),
    '120',
    'How long a computer may be away before the turns that run on it end.',
  ),
  MUSTER_CREDIT_ALLOWANCE: setting(
    integer(0, 1e15),
    '1000000',
    'Credits by which a running turn may pass its user’s limit before it is stopped.',
  ),
  MUSTER_WEBHOOK_NETWORKS: setting(
    networks(),
    '',
    'Private networks that webhooks may reach, such as 10.0.0.0/8, with commas. They may use http there too.',
  ),
  MUSTER_MANAGED_COMPUTERS: setting(
    oneOf(['off', 'confined', 'any']),
    'off',
    'Whether this node runs managed computers: confined ones only, or any.',
  ),
  MUSTER_MANAGED_AGENT: setting(
    optional(text()),
    undefined,
    'Their agent, or a command line. The first that is installed when left out.',
  ),
  MUSTER_MANAGED_ENV_FILE: setting(
    optional(text()),
    undefined,
    'File with the environment of their agents, such as the key of a model, in lines NAME=VALUE.',
  ),
  MUSTER_MAX_MANAGED_COMPUTERS: setting(integer(1, 400), '10', 'Managed computers that this node runs.'),
  MUSTER_MAX_BODY_BYTES: setting(integer(1024, 1e9), String(2 ** 20), 'Largest body of an ordinary request.'),
  MUSTER_MAX_MESSAGE_BYTES: setting(integer(1024, 1e9), String(8 * 2 ** 20), 'Largest message with its attachments.'),
  MUSTER_MAX_ATTACHMENT_BYTES: setting(integer(1, 1e9), String(5 * 2 ** 20), 'Largest single attachment.'),
  MUSTER_MAX_REPORT_BYTES: setting(integer(1024, 1e9), String(2 * 2 ** 20), 'Largest readiness report.'),
  MUSTER_MAX_TELEMETRY_BYTES: setting(
    integer(1024, 1e9),
    String(16 * 2 ** 20),
    'Largest body of telemetry, after it is inflated.',
  ),
  MUSTER_WORKER_MEMORY_MB: setting(
    integer(64, 65_536),
    '512',
    'Memory of each process that computes days or decodes large bodies.',
  ),
  MUSTER_MAX_EVENTS_PER_USER_DAY: setting(
    integer(1, 1e9),
    '200000',
    'Usage events of one user on one day, about. More are refused, and told in the data quality.',
  ),
  MUSTER_OTLP_GRPC_PORT: setting(
    optional(integer(0, 65_535)),
    undefined,
    'Port on which OpenTelemetry is taken over gRPC too. Off when left out; 4317 is usual.',
  ),
  CLICKHOUSE_URL: setting(
    optional(text(/^https?:\/\//, 'a URL that begins with http:// or https://')),
    undefined,
    'Keep usage events in ClickHouse instead of the data directory: http://user:password@host:8123/database.',
    { secret: true },
  ),
  CLICKHOUSE_CLUSTER: setting(
    optional(text()),
    undefined,
    'Name of the ClickHouse cluster. CLICKHOUSE_URL names a server of each shard then, with commas.',
  ),
  MUSTER_TRUST_PROXY: setting(
    integer(0, 16),
    '0',
    'How many proxies of yours stand in front. The caller’s address is read from their X-Forwarded-For.',
  ),
  MUSTER_NETWORK_POLICY: setting(
    oneOf(['enforce', 'ignore']),
    'enforce',
    'ignore lets an owner back in who locked everybody out with networkPolicy.allowedIps.',
  ),
  MUSTER_CORS_ORIGINS: setting(list(), '', 'Origins of other web pages that may call the API, with commas.'),
  MUSTER_METRICS_TOKEN: setting(
    optional(text()),
    undefined,
    'Bearer of /metrics. Without it, only this machine may ask; where computers are managed, nobody may.',
    { secret: true },
  ),
  MUSTER_LOG_LEVEL: setting(oneOf(['debug', 'info', 'warn', 'error', 'silent']), 'info', 'How much is logged.'),
  MUSTER_NOW: setting(optional(instant()), undefined, 'The clock starts here. For tests and demonstrations only.'),
}

type Values = { readonly [Name in keyof typeof settings]: ReturnType<(typeof settings)[Name]['parse']> }

export type Config = Readonly<Values>
