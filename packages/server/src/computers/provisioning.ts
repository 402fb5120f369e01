import type { ProvisioningStep } from '@muster/contract/computer'
import { provisioningStepIds } from '@muster/contract/enumerations'

const names: Record<(typeof provisioningStepIds)[number], string> = {
  'create-computer': 'Create the computer',
  'setup-user': 'Set up the user',
  'configure-environment': 'Configure the environment',
  'install-agent': 'Install the agent',
  'start-services': 'Start the services',
}

/** Registration is the first step; the others happen on the computer, when it connects for the first time. */
export function firstSteps(now: number): ProvisioningStep[] {
  return provisioningStepIds.map((id) =>
    id === 'create-computer'
      ? { id, name: names[id], status: 'completed', startedAt: now, completedAt: now }
      : { id, name: names[id], status: 'pending' },
  )
}

/** A step that could not be done, and why. */
export interface ProvisioningFailure {
  readonly step: ProvisioningStep['id']
  readonly error: string
}

/** The steps when all is over: each completed, or all up to the one that failed. */
export function lastSteps(
  steps: readonly ProvisioningStep[],
  now: number,
  failure: ProvisioningFailure | undefined,
): ProvisioningStep[] {
  const failedAt = failure ? provisioningStepIds.indexOf(failure.step) : provisioningStepIds.length
  return steps.map((step) => {
    const place = provisioningStepIds.indexOf(step.id)
    if (step.status === 'completed' || place > failedAt) return step
    const times = { startedAt: step.startedAt ?? now, completedAt: now }
    return place === failedAt && failure
      ? { ...step, status: 'failed', ...times, error: failure.error }
      : { ...step, status: 'completed', ...times }
  })
}
