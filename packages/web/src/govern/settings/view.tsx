import type { BrowserSession } from '@muster/contract/browser-session'
import type { Me } from '@muster/contract/organization'
import { Link } from '@tanstack/react-router'
import { setTheme, type Theme, useTheme } from '../../app/theme.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { nameOf } from '../../ui/person.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Failure, Skeleton } from '../../ui/states.tsx'
import { ago } from '../../ui/time.ts'
import { browserName } from './browser-name.ts'
import { PasswordCard } from './password-card.tsx'

interface SettingsViewProps {
  readonly me: Me
  readonly sessions: readonly BrowserSession[] | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onRevoke: (id: string) => void
  readonly onSignOut: () => void
  readonly onSignOutEverywhere: () => void
}

const themes: readonly (readonly [Theme, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
]

export function SettingsView(props: SettingsViewProps) {
  const { me, sessions, error } = props
  const theme = useTheme()
  return (
    <>
      <PageHeader
        title="Settings"
        className="max-w-3xl"
        actions={<Button onClick={props.onSignOut}>Sign out</Button>}
      />
      <div className="grid max-w-3xl gap-4">
        <Card title="You">
          <dl className="grid grid-cols-[8rem_1fr] gap-y-2 text-[13px]">
            <dt className="text-muted">Name</dt>
            <dd className="break-words">{nameOf(me.user)}</dd>
            <dt className="text-muted">E-mail</dt>
            <dd className="break-words">{me.user.email}</dd>
            <dt className="text-muted">Organization</dt>
            <dd className="break-words">{me.organization.name}</dd>
            <dt className="text-muted">Role</dt>
            <dd className="capitalize">{me.user.role}</dd>
            <dt className="text-muted">API keys</dt>
            <dd>
              <Link to="/organization/keys" className="text-accent hover:underline">
                Make, see and revoke yours
              </Link>
            </dd>
          </dl>
        </Card>
        <PasswordCard />
        <Card title="Appearance">
          <Segmented label="Theme" value={theme} options={themes} onChange={setTheme} />
        </Card>
        <Card
          title="Where you are signed in"
          isFlush
          actions={
            <Button size="small" look="danger" onClick={props.onSignOutEverywhere}>
              Sign out everywhere
            </Button>
          }
        >
          {error ? (
            <div className="px-4 pb-4">
              <Failure error={error} retry={props.onRetry} />
            </div>
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {sessions?.map((session) => (
                <li key={session.id} className="flex items-center gap-4 px-4 py-3">
                  <div className="min-w-0 flex-1">
                    <p className="truncate text-[13px] font-medium">
                      {browserName(session.userAgent)}
                      {session.isCurrent && (
                        <span className="ml-2 rounded-full bg-good-soft px-2 py-0.5 text-2xs font-medium text-good">
                          this browser
                        </span>
                      )}
                    </p>
                    <p className="truncate text-xs text-muted">
                      {session.address} · signed in {ago(session.createdAt)} · last used {ago(session.lastUsedAt)}
                    </p>
                  </div>
                  {!session.isCurrent && (
                    <Button size="small" onClick={() => props.onRevoke(session.id)}>
                      End
                    </Button>
                  )}
                </li>
              )) ?? <Skeleton className="m-4 h-10" />}
            </ul>
          )}
        </Card>
      </div>
    </>
  )
}
