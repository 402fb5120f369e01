import type { ProvisioningStep } from '@muster/contract/computer'
import { provisioningStepIds } from '@muster/contract/enumerations'

const names: Record<(typeof provisioningStepIds)[number], string> = {
  'create-computer': 'Create the computer',
  'setup-user': 'Set up the user',
  'configure-environment': 'Configure the environment',
  'install-agent': 'Install the agent',
  'start-services': 'Start the services',
}

/**
 * Registration is the first step. The others happen on the computer, when it first connects. If the service creates the
 * computer, all steps are pending.
 */
export function firstSteps(now: number, isHosted: boolean): ProvisioningStep[] {
  return provisioningStepIds.map((id) =>
    id === 'create-computer' && !isHosted
      ? { id, name: names[id], status: 'completed', startedAt: now, completedAt: now }
      : { id, name: names[id], status: 'pending' },
  )
}

/** The step that failed, and why. */
export interface ProvisioningFailure {
  readonly step: ProvisioningStep['id']
  readonly error: string
}

/** The steps at the end: all completed, or completed up to the one that failed. */
export function lastSteps(
  steps: readonly ProvisioningStep[],
  now: number,
  failure: ProvisioningFailure | undefined,
): ProvisioningStep[] {
  const failedAt = failure ? provisioningStepIds.indexOf(failure.step) : provisioningStepIds.length
  return steps.map((step) => {
    const place = provisioningStepIds.indexOf(step.id)
    if (step.status === 'completed' || place > failedAt) return step
    const { id, name, startedAt = now } = step
    return place === failedAt && failure
      ? { id, name, status: 'failed', startedAt, completedAt: now, error: failure.error }
      : { id, name, status: 'completed', startedAt, completedAt: now }
  })
}
