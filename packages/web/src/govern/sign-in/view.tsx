import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Logo } from '../../ui/logo.tsx'

interface SignInViewProps {
  readonly title: string
  readonly isOpeningLink: boolean
  readonly isByLink: boolean
  /** Why a link or the OpenID provider did not sign the person in. */
  readonly problem: string | undefined
  readonly children: ReactNode
}

export function SignInView({ title, isOpeningLink, isByLink, problem, children }: SignInViewProps) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <div className="w-full max-w-sm">
        <div className="mb-6 flex justify-center">
          <Logo />
        </div>
        <div className="card p-6">
          <h1 className="mb-1 text-lg font-semibold tracking-tight break-words">{title}</h1>
          {isOpeningLink ? (
            <p role="status" className="text-muted">
              Opening your link …
            </p>
          ) : (
            <>
              {!isByLink && (
                <p className="mb-5 text-muted">See what your agents do, run them, and decide what they may.</p>
              )}
              {problem && (
                <p role="alert" className="mb-4 flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-[13px]">
                  <Icon name="info" className="mt-0.5 text-warn" />
                  {problem}
                </p>
              )}
              {children}
            </>
          )}
        </div>
        {!isByLink && (
          <p className="mt-4 text-center text-xs text-muted">
            No way in yet, or password lost? An owner of your organization can make a link for you.
          </p>
        )}
      </div>
    </main>
  )
}
