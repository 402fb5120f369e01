import type { Session } from '@muster/contract/session'
import type { CallOptions, Operations } from './call.ts'

/** The longest time that the service holds one request; proxies cut longer ones off. */
const waitSeconds = 30

export interface UntilIdleOptions extends Pick<CallOptions, 'signal' | 'headers'> {
  /** Called with the session each time it is not idle yet. */
  readonly onWait?: ((session: Session) => void) | undefined
}

/** Waits until the agent of a session has nothing left to do, however long that takes. */
export async function untilIdle(
  client: Pick<Operations, 'sessions'>,
  sessionId: string,
  options: UntilIdleOptions = {},
): Promise<Session> {
  const { onWait, ...call } = options
  for (;;) {
    const session = await client.sessions.get({ sessionId, wait: waitSeconds }, call)
    if (session.status === 'idle') return session
    onWait?.(session)
  }
}
