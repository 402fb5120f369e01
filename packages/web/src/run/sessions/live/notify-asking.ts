import type { Session } from '@muster/contract/session'
import { titleOf } from '../status.ts'

/** Notifies a person who looks elsewhere that an agent waits, if they allowed notifications. One per session. */
export function notifyAsking(session: Session): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.hasFocus()) return
  const { sessionId } = session
  try {
    const notification = new Notification('An agent waits for you', {
      body: titleOf(session),
      tag: `muster-${sessionId}`,
    })
    notification.onclick = () => {
      window.focus()
      window.location.assign(`/sessions/${sessionId}`)
    }
  } catch {
    // Mobile browsers allow notifications and then refuse to show them. Title and icon show the state anyway.
  }
}

export function canAskForNotifications(): boolean {
  return 'Notification' in window && Notification.permission === 'default'
}
