import type { DecidePermission, Permission, PermissionOption } from '@muster/contract/permission'
import type { Change } from '../../govern/audit/change.ts'
import { recordChange } from '../../govern/audit/service.ts'
import { AppError, invalid } from '../../ground/platform/app-error.ts'
import type { Computers } from '../computers/service.ts'
import { assertMayUse } from '../computers/visible-computer.ts'
import { lockSession } from '../sessions/service.ts'
import { tellComputer } from '../sessions/tell-session.ts'
import { reasonAfter } from './apply-updates.ts'
import * as permissionRepository from './permission-repository.ts'
import * as repository from './repository.ts'
import { saveAndTell, type TellingParts, touched } from './session-version.ts'

/** Answers an agent's question. The agent's computer receives the answer from its node. */
export async function decide(
  parts: TellingParts & Pick<Computers, 'findInside'>,
  change: Change,
  { sessionId, permissionId }: { sessionId: string; permissionId: string },
  body: DecidePermission,
): Promise<Permission> {
  const { tx, principal, now } = change
  const { organizationId, userId } = principal
  const { id } = await lockSession(change, sessionId)
  const row = await repository.lock(tx, organizationId, id)
  const computer = row?.computer_id == null ? undefined : await parts.findInside(change, row.computer_id)
  if (computer) assertMayUse(principal, computer)
  const before = row && (await permissionRepository.permission(tx, organizationId, id, permissionId))
  if (!before) throw new AppError('permission_not_found', 'The session has no such permission.')
  const option = chosen(before.request.options, body)
  if (before.status !== 'pending') {
    throw new AppError('permission_decided', `This was decided before: it is ${before.status}.`)
  }
  const status = option.kind.startsWith('allow') ? 'allowed' : 'rejected'
  const next = repository.revised(touched(row, now))
  await permissionRepository.close(tx, next, { permissionId, status, optionId: option.id, decidedBy: userId })
  const after = await permissionRepository.permission(tx, organizationId, id, permissionId)
  if (!after) throw new Error('A permission went away while it was decided.')
  const decided = { ...next, status_reason: await reasonAfter(tx, next) }
  const news = { permission: toPermission(after) }
  await saveAndTell(tx, parts, repository.withNews(decided, 'permission.decided', news))
  await recordChange(change, {
    action: 'permission.decide',
    target: { type: 'session', id },
    changes: { permissionId, status, option: option.name, toolCall: before.request.toolCall.title },
  })
  tellComputer(tx, parts.hints, row.computer_id)
  return toPermission(after)
}

/** The named option; without a name, the offered option that allows least. */
function chosen(options: readonly PermissionOption[], body: DecidePermission): PermissionOption {
  if ('optionId' in body) {
    const named = options.find(({ id }) => id === body.optionId)
    if (named) return named
    throw invalid('optionId', `must be one of ${options.map(({ id }) => id).join(', ')}`)
  }
  const kinds = body.decision === 'allow' ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always']
  const option = kinds.map((kind) => options.find((one) => one.kind === kind)).find((found) => found !== undefined)
  if (option) return option
  throw invalid('decision', 'is nothing that the agent offers here; interrupt the session instead')
}

export function toPermission(row: permissionRepository.PermissionRow): Permission {
  return {
    ...row.request,
    createdAt: row.created_at,
    status: row.status,
    ...(row.decided_at !== null && { decidedAt: row.decided_at }),
    ...(row.decided_by !== null && { decidedBy: row.decided_by }),
  }
}
