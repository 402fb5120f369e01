import { homedir } from 'node:os'
import { openProject } from '@muster/hooks/trust/open-project'
import { saveTrust } from '@muster/hooks/trust/trust-store'

/**
 * Changes the settings of a project, and trusts the result if the previous settings were trusted: the person who makes
 * the change has seen it. Returns whether the hooks of the project run now.
 */
export function keepTrust(change: () => void): boolean {
  const home = homedir()
  const before = openProject(process.cwd(), home, process.env)
  const isOwnWork = !before || (!('refusal' in before) && (before.isTrusted || before.settings.hooks.length === 0))
  change()
  const after = openProject(process.cwd(), home, process.env)
  if (!isOwnWork || !after || 'refusal' in after) return false
  saveTrust(home, after.now)
  return true
}
