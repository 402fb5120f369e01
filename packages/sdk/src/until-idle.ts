import type { Session } from '@muster/contract/session'
import type { CallOptions, Operations } from './call.ts'

/** The maximum time that the service holds one request; proxies close connections that are held longer. */
const waitSeconds = 30

export interface UntilIdleOptions extends Pick<CallOptions, 'signal' | 'headers'> {
  /** Called with the session after each answer in which it is not idle. */
  readonly onWait?: ((session: Session) => void) | undefined
}

/**
 * Waits without a time limit until the agent of a session is idle.
 *
 * ```ts
 * const session = await untilIdle(muster, sessionId, { onWait: ({ status }) => console.log(status) })
 * ```
 */
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
