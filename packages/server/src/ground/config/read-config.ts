import { nearestName } from '../platform/nearest-name.ts'
import { type Config, settings } from './settings.ts'

/** Lists every fault of the configuration. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, { parse, default: fallback, secret }] of Object.entries(settings)) {
    const given = environment[name]
    try {
      values[name] = parse(given === undefined || given === '' ? fallback : given)
    } catch (error) {
      const shown = secret ? '' : `, not ${JSON.stringify(given)}`
      problems.push(`${name} must be ${(error as Error).message}${shown}`)
    }
  }
  const config = values as unknown as Config
  const { MUSTER_OIDC_ISSUER: issuer, MUSTER_OIDC_AUDIENCE: audience, MUSTER_OIDC_CLIENT_ID: clientId } = config
  if (issuer === undefined && clientId !== undefined) problems.push('MUSTER_OIDC_CLIENT_ID needs MUSTER_OIDC_ISSUER')
  if ((issuer === undefined) !== (audience === undefined) && clientId === undefined) {
    problems.push('MUSTER_OIDC_ISSUER and MUSTER_OIDC_AUDIENCE go together: set both, or neither')
  }
  if ((config.MUSTER_TLS_CERT === undefined) !== (config.MUSTER_TLS_KEY === undefined)) {
    problems.push('MUSTER_TLS_CERT and MUSTER_TLS_KEY go together: set both, or neither')
  }
  if (config.CLICKHOUSE_CLUSTER !== undefined && config.CLICKHOUSE_URL === undefined) {
    problems.push('CLICKHOUSE_CLUSTER needs CLICKHOUSE_URL')
  }
  for (const name of unknownSettings(environment)) {
    const meant = nearestName(name, Object.keys(settings))
    if (meant) problems.push(`${name} is no setting. Is ${meant} meant? Correct it, or unset it`)
  }
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

/** Defaults of a demonstration, which keep it separate from real data. */
const demoDefaults = {
  MUSTER_DATA_DIR: './data-demo',
  MUSTER_ORG_NAME: 'Demonstration',
  MUSTER_MANAGED_COMPUTERS: 'any',
  MUSTER_MANAGED_AGENT: 'demo',
}

export function withDemoDefaults(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = Object.entries(environment).filter(([, value]) => value !== '')
  return { ...demoDefaults, ...Object.fromEntries(given) }
}

/** Variables of the command and of hooks, which may be set in the environment of the service. */
const ofCommand =
  /^MUSTER_(API_KEY|PROJECT_DIR|SESSION_ID|TOOL_USE_ID|AGENT_ID|CLIENT|HOOK_\w+|TRY_\w+|TEST_LOG|PUBLISH)$/

/** Returns names that look like settings of the service but do not exist. Variables of the command are not reported. */
export function unknownSettings(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).filter(
    (name) => name.startsWith('MUSTER_') && !(name in settings) && !ofCommand.test(name),
  )
}
