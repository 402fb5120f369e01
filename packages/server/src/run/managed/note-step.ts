import type { ProvisioningStep } from '@muster/contract/computer'
import type { Database } from '../../ground/database/database.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { HostedRow } from './repository.ts'
import * as repository from './repository.ts'

interface Noted {
  readonly step: ProvisioningStep['id']
  readonly status: 'running' | 'completed' | 'failed'
  readonly error?: string | undefined
}

/** The maximum length of an error in a step; the full error is in the log. */
const maxError = 1000

/**
 * Records the progress of provisioning. A restart of a working computer records nothing unless it fails. After a failed
 * step, that step starts again and the later steps are pending.
 */
export async function noteStep(
  { database, clock }: { database: Database; clock: Clock },
  row: HostedRow,
  { step, status, error }: Noted,
): Promise<void> {
  const now = clock.now()
  await database.transaction(async (tx) => {
    const before = await repository.lockProvisioning(tx, row)
    if (!before || (before.status === 'active' && status !== 'failed')) return
    const place = before.provisioning_steps.findIndex(({ id }) => id === step)
    const steps = before.provisioning_steps.map((each, index): ProvisioningStep => {
      const { id, name, startedAt = now } = each
      if (index < place) return each
      if (index > place) return { id, name, status: 'pending' }
      if (status === 'running') return { id, name, status, startedAt: now }
      const ended = { id, name, status, startedAt, completedAt: now }
      return error === undefined ? ended : { ...ended, error: error.slice(0, maxError) }
    })
    // A computer that is retried stays in `error` until it has connected.
    const next = status === 'failed' ? 'error' : before.status
    await repository.setProvisioning(tx, row, { status: next, provisioning_steps: steps })
  })
}
