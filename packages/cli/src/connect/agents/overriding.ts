import type { SettingsHome } from '../agent.ts'

/** Notes about environment variables that override the settings. */
export function overriding(names: readonly string[], { env }: SettingsHome): string[] {
  return names.filter((name) => env[name]).map((name) => `${name} is set in this shell and comes before the settings.`)
}
