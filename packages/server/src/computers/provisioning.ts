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
