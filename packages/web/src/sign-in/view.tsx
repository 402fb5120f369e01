import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { Logo } from '../ui/logo.tsx'

interface SignInViewProps {
  readonly isOpeningLink: boolean
  readonly linkError: string | undefined
  readonly children: ReactNode
}

export function SignInView({ isOpeningLink, linkError, children }: SignInViewProps) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex justify-center">
          <Logo />
        </div>
        <div className="card p-6">
          <h1 className="mb-1 text-lg font-semibold tracking-tight">Sign in</h1>
          {isOpeningLink ? (
            <p role="status" className="text-muted">
              Opening your link …
            </p>
          ) : (
            <>
              <p className="mb-5 text-muted">See what your agents do, run them, and decide what they may.</p>
              {linkError && (
                <p role="alert" className="mb-4 flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-[13px]">
                  <Icon name="info" className="mt-0.5 text-warn" />
                  {linkError} Sign in with an API key instead.
                </p>
              )}
              {children}
            </>
          )}
        </div>
        <p className="mt-4 text-center text-xs text-muted">
          No key yet? An owner of your organization can make one for you.
        </p>
      </div>
    </main>
  )
}
