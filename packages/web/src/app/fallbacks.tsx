import { Link, useRouter } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Empty, Failure, Skeleton } from '../ui/states.tsx'
import { useTitle } from './title.ts'

/** Shown for an unknown address. */
export function PageMissing() {
  useTitle('Not found')
  return (
    <main className="mx-auto max-w-lg pt-[12vh]">
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
    </main>
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
  return (
    <div>
      <h1 className="sr-only">This page could not be shown</h1>
      <Failure error={error} retry={() => void router.invalidate()} />
    </div>
  )
}
