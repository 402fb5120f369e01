import { endpoints } from '@muster/contract/endpoints'
import { change } from '../../answer.ts'

export const interruptSession = change(endpoints.sessions.interrupt, async ({ change, params }, { turns }) => {
  const { session, wasBusy } = await turns.interrupt(change, params.sessionId)
  return { status: wasBusy ? 202 : 200, body: session }
})
