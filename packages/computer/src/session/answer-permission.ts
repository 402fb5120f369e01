import { randomUUIDv7 } from 'node:crypto'
import type { PermissionRequest } from '@muster/contract/permission'
import { redactSecrets } from '@muster/contract/redact-secrets'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { SessionSettings } from '@muster/contract/session'
import { type Loose, objectOf, textOf } from '../acp/loose.ts'
import { offeredToPeople, optionFor, readOptions } from '../permission/choose-option.ts'
import { type Judgement, judgeToolCall } from '../permission/judge-tool-call.ts'
import { mergeToolCall, type ToolCall } from '../transcript/tool-call.ts'
import type { Decision, OpenPermissions } from './open-permissions.ts'
import type { SessionHooks } from './session-hooks.ts'
import type { NewUpdate } from './turn-outbox.ts'

interface Asked {
  readonly params: Loose
  /** What is known about the tool call by then. */
  readonly known: (toolCallId: string) => ToolCall | undefined
  readonly settings: SessionSettings
  readonly policy: Policy
  readonly hooks: SessionHooks
  readonly open: OpenPermissions
  readonly isOver: () => boolean
  readonly tell: (update: NewUpdate) => Promise<void>
  readonly now: () => number
}

const cancelled = { outcome: { outcome: 'cancelled' } }

/** Answers a question of the agent: by the rules, by the hooks, or by people. */
export async function answerPermission(asked: Asked): Promise<unknown> {
  const { params, settings, policy, hooks, tell } = asked
  const told = objectOf(params.toolCall)
  const id = textOf(told.toolCallId) ?? 'unknown'
  const call = mergeToolCall(asked.known(id), id, told)
  const options = readOptions(params)
  const judged = await judge(call, settings, policy, hooks)
  if (asked.isOver()) return cancelled
  const request: PermissionRequest = {
    id: randomUUIDv7(),
    toolCall: { title: redactSecrets(call.title).slice(0, 1000), kind: call.kind, input: { ...call.input } },
    options: offeredToPeople(options, (policy.commandDenylist ?? []).length > 0),
    createdAt: asked.now(),
  }
  if (judged.verdict === 'allow' || judged.verdict === 'reject') {
    const option = optionFor(judged.verdict, options)
    // A refusal by a rule is shown; an approval shows in the result.
    if (judged.verdict === 'reject') {
      await tell({ kind: 'permission', permission: request })
      await tell({ kind: 'permission_closed', permissionId: request.id, status: 'rejected' })
    }
    return option ? selected(option.id) : cancelled
  }
  await tell({ kind: 'permission', permission: request })
  if (asked.isOver()) {
    await tell({ kind: 'permission_closed', permissionId: request.id, status: 'cancelled' })
    return cancelled
  }
  void hooks.raise('Notification', {
    notification_type: 'permission_prompt',
    message: `The agent asks for permission: ${request.toolCall.title}`,
  })
  const decision = await asked.open.ask(request)
  await tell({ kind: 'permission_closed', permissionId: request.id, status: decision.status })
  return decided(decision)
}

async function judge(
  call: ToolCall,
  settings: SessionSettings,
  policy: Policy,
  hooks: SessionHooks,
): Promise<Judgement> {
  const byRule = judgeToolCall(call, settings, policy)
  if (byRule.verdict === 'reject') return byRule
  const raised = await hooks.beforeTool(call)
  if (raised?.isBlocked) return { verdict: 'reject', reason: raised.reason ?? 'A hook refused it.' }
  if (raised?.permission === 'ask') return { verdict: 'ask' }
  // Hooks of a user cannot exceed the level of the organization.
  const isFree = (policy.maxAutonomyLevel ?? 'high') === 'high'
  return raised?.permission === 'allow' && isFree ? { verdict: 'allow' } : byRule
}

function selected(optionId: string) {
  return { outcome: { outcome: 'selected', optionId } }
}

function decided({ optionId }: Decision) {
  return optionId === undefined ? cancelled : selected(optionId)
}
