import { useSyncExternalStore } from 'react'
import { Icon } from '../ui/icon.tsx'

/** Shown while the network is offline. Requests wait meanwhile and continue by themselves. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status" className="sticky top-12 z-10 lg:top-0">
      {!isOnline && (
        <p className="flex items-center gap-2 border-b border-line bg-warn-soft px-4 py-2 text-[13px] sm:px-6 lg:px-8">
          <Icon name="alert" className="text-warn" />
          You are offline. What you type stays here, and the page goes on by itself.
        </p>
      )}
    </div>
  )
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
