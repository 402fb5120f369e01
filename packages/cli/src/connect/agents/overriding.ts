import type { SettingsHome } from '../agent.ts'

/** What people should know of variables in their environment that come before the settings. */
export function overriding(names: readonly string[], { env }: SettingsHome): string[] {
  return names.filter((name) => env[name]).map((name) => `${name} is set in this shell and comes before the settings.`)
}
