import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button, buttonClass } from '../ui/button.tsx'
import { Empty, Failure, Skeleton } from '../ui/states.tsx'
import { PageNotLoaded } from './lazy-page.tsx'
import { useTitle } from './title.ts'

/** Shown for an unknown address. */
export function PageMissing() {
  useTitle('Not found')
  return (
    <div className="mx-auto max-w-lg pt-[12vh]">
      <h1 className="sr-only">Not found</h1>
      <Empty
        icon="search"
        title="There is no such page"
        action={
          <Link to="/" className={buttonClass()}>
            To the overview
          </Link>
        }
      >
        The address may be misspelt, or what it led to is gone.
      </Empty>
    </div>
  )
}

export function PageLoading() {
  return (
    <div>
      <p className="sr-only" role="status">
        Loading
      </p>
      <Skeleton className="mb-6 h-7 w-48" />
      <Skeleton className="mb-4 h-24" />
      <Skeleton className="h-72" />
    </div>
  )
}

export function PageFailed({ error }: { error: unknown }) {
  const router = useRouter()
  const isUnloaded = error instanceof PageNotLoaded
  useEffect(() => {
    const again = () => void router.invalidate()
    if (isUnloaded) window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [isUnloaded, router])
  return (
    <div>
      <h1 className="sr-only">This page could not be shown</h1>
      {isUnloaded ? (
        <Empty
          icon="alert"
          title="This page could not be loaded"
          action={<Button onClick={() => void router.invalidate()}>Try again</Button>}
        >
          {navigator.onLine
            ? 'The service did not send it. The other pages, and what you typed there, are as they were.'
            : 'You are offline. It opens as soon as you are back; what you typed elsewhere is still there.'}
        </Empty>
      ) : (
        <Failure error={error} retry={() => void router.invalidate()} />
      )}
    </div>
  )
}
