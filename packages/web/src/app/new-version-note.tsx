import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useNewVersion } from './new-version.ts'

/** Says that the service was upgraded. Nothing is reloaded by itself, because somebody may be in the middle of something. */
export function NewVersionNote() {
  const isThere = useNewVersion()
  return (
    <div role="status">
      {isThere && (
        <p className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-4 py-2 text-[13px] sm:px-6 lg:px-8">
          <Icon name="info" className="text-accent" />
          <span className="flex-1">There is a new version of Muster.</span>
          <Button size="small" onClick={() => window.location.reload()}>
            Load it
          </Button>
        </p>
      )}
    </div>
  )
}
