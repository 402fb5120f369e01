import { randomUUIDv7 } from 'node:crypto'
import type { PermissionOption, PermissionRequest } from '@muster/contract/permission'
import { redactSecrets } from '@muster/contract/redact-secrets'
import type { Policy } from '@muster/contract/relay/to-computer'
import type { SessionSettings } from '@muster/contract/session'
import type { Loose } from '../acp/loose.ts'
import { offeredToPeople, optionFor, readOptions } from '../permission/choose-option.ts'
import { type Judgement, judgeToolCall } from '../permission/judge-tool-call.ts'
import { questionContent } from '../permission/question-content.ts'
import type { ToolCall } from '../transcript/tool-call.ts'
import type { OpenPermissions } from './open-permissions.ts'
import type { SessionHooks } from './session-hooks.ts'
import type { NewUpdate } from './turn-outbox.ts'
import type { Decider } from './turn-reports.ts'

interface Asked {
  readonly params: Loose
  /** The tool call as known so far. */
  readonly call: ToolCall
  /** The content that the agent has shown for it. */
  readonly shown: readonly Loose[]
  readonly settings: SessionSettings
  readonly policy: Policy
  readonly hooks: SessionHooks
  readonly open: OpenPermissions
  readonly isOver: () => boolean
  readonly tell: (update: NewUpdate) => Promise<void>
  readonly now: () => number
}

interface Answered {
  /** Absent if the question was withdrawn, or if no option fits. */
  readonly option?: PermissionOption | undefined
  readonly decidedBy?: Decider
}

/** Answers a question of the agent with one of its options: by the rules, by hooks, or by people. */
export async function answerPermission(asked: Asked): Promise<Answered> {
  const { params, call, settings, policy, hooks, tell } = asked
  const options = readOptions(params)
  const judged = await judge(call, settings, policy, hooks)
  if (asked.isOver()) return {}
  const content = questionContent(asked.shown)
  const title = redactSecrets(call.title).slice(0, 1000)
  const request: PermissionRequest = {
    id: randomUUIDv7(),
    toolCall: { title, kind: call.kind, input: { ...call.input }, ...(content.length > 0 && { content }) },
    options: offeredToPeople(options, (policy.commandDenylist ?? []).length > 0),
    createdAt: asked.now(),
  }
  if (judged.verdict === 'allow' || judged.verdict === 'reject') {
    const option = optionFor(judged.verdict, options)
    // A refusal by a rule is reported; an approval is visible in the result.
    if (judged.verdict === 'reject') {
      await tell({ kind: 'permission', permission: request })
      await tell({ kind: 'permission_closed', permissionId: request.id, status: 'rejected' })
    }
    return { option, decidedBy: 'policy' }
  }
  await tell({ kind: 'permission', permission: request })
  if (asked.isOver()) {
    await tell({ kind: 'permission_closed', permissionId: request.id, status: 'cancelled' })
    return {}
  }
  void hooks.raise('Notification', {
    notification_type: 'permission_prompt',
    message: `The agent asks for permission: ${request.toolCall.title}`,
  })
  const decision = await asked.open.ask(request)
  await tell({ kind: 'permission_closed', permissionId: request.id, status: decision.status })
  const option = options.find(({ id }) => id === decision.optionId)
  return { option, decidedBy: option && 'person' }
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
  return raised?.permission === 'allow' && isFree && !byRule.isForPeople ? { verdict: 'allow' } : byRule
}
