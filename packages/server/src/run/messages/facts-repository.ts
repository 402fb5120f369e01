import type { ControlSettings } from '@muster/contract/controls'
import type { ProviderType, SessionStatus } from '@muster/contract/enumerations'
import type { Handle } from '../../ground/database/database.ts'
import { query } from '../../ground/database/query.ts'
import { usedCredits } from '../../money/limits/used-credits.ts'
import type { WorkComputer } from '../computers/visible-computer.ts'

/** Everything that decides whether a user may post a message to a session. */
export interface PostFacts extends Record<string, unknown> {
  organization_id: string
  session_id: string
  caller_id: string
  user_id: string
  status: SessionStatus
  /** The settings of the session as stored, so that a later statement can check that they are unchanged. */
  settings_text: string
  computer_id: string | null
  computer_user_id: string | null
  computer_name: string | null
  provider_type: ProviderType | null
  cut_off_at: number | null
  consent: WorkComputer['consent']
  controls: ControlSettings | null
  controls_revision: number
  /** The caller's limit for the month; `used` is what is used of it. */
  credits: number | null
  used: number | null
}

const findFacts = query<PostFacts>(
  'messages.find_facts',
  `select s.organization_id, s.id as session_id, wanted.caller_id, s.user_id, s.status, s.settings::text as settings_text,
     s.computer_id, c.user_id as computer_user_id, c.name as computer_name, c.provider_type, c.cut_off_at,
     c.daemon->'consent' as consent,
     r.settings as controls, o.controls_revision, l.credits, case when l.credits is not null then ${usedCredits('l', 'wanted.month')} end as used
   from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) as wanted (organization_id, session_id, caller_id, month)
   join sessions s on s.organization_id = wanted.organization_id and s.id = wanted.session_id
   join organizations o on o.id = s.organization_id
   left join control_revisions r on r.organization_id = o.id and r.revision = o.controls_revision
   left join computers c on c.organization_id = s.organization_id and c.id = s.computer_id
   left join credit_limits l on l.organization_id = s.organization_id and l.user_id = wanted.caller_id`,
)

export interface FactsKey {
  readonly organizationId: string
  readonly sessionId: string
  readonly callerId: string
  readonly month: string
}

/** For several requests at once. */
export function factsOf(handle: Handle, keys: readonly FactsKey[]): Promise<PostFacts[]> {
  return handle.many(findFacts, [
    keys.map(({ organizationId }) => organizationId),
    keys.map(({ sessionId }) => sessionId),
    keys.map(({ callerId }) => callerId),
    keys.map(({ month }) => month),
  ])
}
