import type { PostedMessage, PostMessage } from '@muster/contract/message'
import type { Change } from '../../govern/audit/change.ts'
import { auditValues } from '../../govern/audit/service.ts'
import type { Database } from '../../ground/database/database.ts'
import { invalid } from '../../ground/platform/app-error.ts'
import { sharedLoad } from '../../ground/platform/batching/shared-load.ts'
import type { Clock } from '../../ground/platform/clock.ts'
import type { Hints } from '../../ground/platform/hints.ts'
import { type Ids, isUuid } from '../../ground/platform/ids.ts'
import type { Principal } from '../../ground/platform/principal.ts'
import { monthOf } from '../../money/limits/month.ts'
import type { Computers } from '../computers/service.ts'
import { lockSession } from '../sessions/service.ts'
import { tellComputer, tellOfSession } from '../sessions/tell-session.ts'
import * as repository from './accept-repository.ts'
import { checkAttachments } from './attachments.ts'
import { titleFrom, toContent } from './content.ts'
import { type FactsKey, factsOf, type PostFacts } from './facts-repository.ts'
import { type Judged, judgeMove, judgePost } from './judge-post.ts'
import type { Offers } from './offers.ts'

export interface PostingOptions {
  readonly database: Database
  readonly ids: Ids
  readonly clock: Clock
  readonly computers: Computers
  readonly hints: Hints
  readonly offers: Offers
  readonly maxAttachmentBytes: number
}

export interface Posting {
  /**
   * Reads everything on which a new message depends. It makes no decision, so it may run before the request is
   * validated.
   */
  prepare(principal: Principal, sessionId: string): Promise<PostFacts | undefined>
  /** Stores the message, queues it for the computer and updates the session, in one transaction. */
  post(change: Change, sessionId: string, body: PostMessage, facts?: PostFacts): Promise<PostedMessage>
}

/**
 * Accepts messages of users. It first judges the facts that were read without locks; then one statement makes the whole
 * change if these facts still hold. Otherwise it locks the session, reads all again and retries.
 */
export function createPosting(options: PostingOptions): Posting {
  const { database, ids, clock, computers, hints, offers, maxAttachmentBytes } = options
  const findFacts = sharedLoad(
    async (keys: readonly FactsKey[]) => {
      const rows = await factsOf(database, keys)
      return new Map(rows.map((row) => [`${row.session_id} ${row.caller_id}`, row]))
    },
    { nameOf: ({ sessionId, callerId }) => `${sessionId} ${callerId}` },
  )

  function keyOf({ organizationId, userId }: Principal, sessionId: string, now: number): FactsKey {
    return { organizationId, sessionId: sessionId.toLowerCase(), callerId: userId, month: monthOf(now) }
  }

  async function readLocked(change: Change, sessionId: string): Promise<PostFacts> {
    const { tx, principal, now } = change
    const [, [facts]] = await Promise.all([
      lockSession(change, sessionId),
      isUuid(sessionId) ? factsOf(tx, [keyOf(principal, sessionId, now)]) : [],
    ])
    if (!facts) throw new Error('A session that was locked is gone.')
    return facts
  }

  /** `undefined` if the session, its computer or the controls have changed since the facts were read. */
  async function accept(change: Change, message: NewMessage, facts: PostFacts, isLocked: boolean) {
    const wanted = message.body.computerId
    let judged = judgePost(change.principal, facts, wanted)
    if (!judged && isLocked && wanted !== undefined) {
      judged = judgeMove(change.principal, facts, await computers.getForWork(change, wanted))
    }
    return judged && store(change, message, facts, judged, isLocked)
  }

  async function store(change: Change, message: NewMessage, facts: PostFacts, judged: Judged, isLocked: boolean) {
    const { tx, principal, now } = change
    const { body, id, content, contentText } = message
    const { computer, settings, isChanged } = judged
    const accepted = await repository.accept(
      tx,
      {
        organizationId: principal.organizationId,
        sessionId: facts.session_id,
        id,
        computerId: computer.id,
        title: titleFrom(body.text),
        settings: isChanged ? settings : null,
        client: body.client ?? null,
        contentText,
        userId: principal.userId,
        now,
        settingsBefore: isLocked ? null : facts.settings_text,
        controlsRevision: facts.controls_revision,
        sessionUserId: facts.user_id,
        computerUserId: computer.user_id,
        providerType: computer.provider_type,
      },
      auditValues(change, {
        action: 'message.post',
        target: { type: 'session', id: facts.session_id },
        changes: { messageId: id, ...(computer.id !== facts.computer_id && { computerId: computer.id }) },
      }),
    )
    if (!accepted) return undefined
    const { version, status, was_idle, epoch, turns } = accepted
    if (was_idle) {
      tx.afterCommit(() =>
        offers.publish({
          computerId: computer.id,
          epoch,
          sessionId: facts.session_id,
          messageId: id,
          userId: principal.userId,
          content,
          contentBytes: Buffer.byteLength(contentText),
          settings,
          turns,
          controls: facts.controls ?? {},
        }),
      )
    }
    tellComputer(tx, hints, computer.id)
    tellOfSession(tx, hints, { organization_id: principal.organizationId, id: facts.session_id, version })
    return { messageId: id, status }
  }

  function newMessage(body: PostMessage): NewMessage {
    if (body.text.trim() === '' && !body.images?.length && !body.files?.length) {
      throw invalid('text', 'must say something when there is no attachment')
    }
    checkAttachments(body, maxAttachmentBytes)
    const content = toContent(body, ids)
    return { body, id: ids.uuid(), content, contentText: JSON.stringify(content) }
  }

  return {
    async prepare(principal, sessionId) {
      return isUuid(sessionId) ? findFacts(keyOf(principal, sessionId, clock.now())) : undefined
    },

    async post(change, sessionId, body, prepared) {
      const message = newMessage(body)
      const posted =
        (prepared && (await accept(change, message, prepared, false))) ??
        (await accept(change, message, await readLocked(change, sessionId), true))
      if (!posted) throw new Error('A computer that was locked is gone.')
      return posted
    },
  }
}

interface NewMessage {
  readonly body: PostMessage
  readonly id: string
  readonly content: ReturnType<typeof toContent>
  readonly contentText: string
}
