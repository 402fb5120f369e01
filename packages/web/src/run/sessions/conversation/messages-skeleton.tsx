import { Skeleton } from '../../../ui/states.tsx'

export function MessagesSkeleton() {
  return (
    <div className="mx-auto w-full max-w-3xl flex-1 space-y-4 px-4 py-6 sm:px-6">
      <Skeleton className="ml-auto h-14 w-2/3" />
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
      <Skeleton className="h-32" />
    </div>
  )
}
