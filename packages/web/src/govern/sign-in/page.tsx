import type { LinkInfo } from '@muster/contract/sign-in-link'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../../app/api.ts'
import type { Search } from '../../app/search.ts'
import { signedIn } from '../../app/session.ts'
import { useTitle } from '../../app/title.ts'
import { detailOf } from '../../ui/states.tsx'
import { ChoosePassword } from './choose-password.tsx'
import { SignInForm } from './form.tsx'
import { SignInView } from './view.tsx'

/** The token of a one-time link follows the `#`, so that no server or proxy logs it. */
function takeToken(): string | undefined {
  const token = new URLSearchParams(window.location.hash.slice(1)).get('token') ?? undefined
  if (token !== undefined) window.history.replaceState(null, '', window.location.pathname + window.location.search)
  return token
}

/** Messages by the code that the service puts into the address. Text in the address could come from anybody. */
const problems: Readonly<Record<string, string>> = {
  cancelled: 'You have cancelled the sign-in.',
  elsewhere: 'Your organization does not admit this address. Come from its network, or ask an owner.',
  expired: 'This sign-in took too long, or was begun in another browser. Please try again.',
  refused: 'The provider did not confirm who you are. Please try again.',
  unavailable: 'The provider cannot be reached just now. Please try again in a moment.',
  unknown: 'Nobody here is invited with the e-mail that the provider tells. Ask an owner of your organization.',
}

/** Accepts only a path on this site, so that the page cannot redirect to another one. */
function ownPath(next: string | undefined): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/overview'
}

export function SignInPage() {
  useTitle('Sign in')
  const { next, problem } = useSearch({ strict: false }) as Search
  const navigate = useNavigate()
  const [isOpening, setOpening] = useState(false)
  const [linkError, setLinkError] = useState<string | undefined>()
  const [link, setLink] = useState<{ readonly token: string; readonly info: LinkInfo } | undefined>()
  const enter = () => {
    signedIn()
    void navigate({ to: ownPath(next), replace: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect depends on the address only.
  useEffect(() => {
    const open = async () => {
      const token = takeToken()
      if (token === undefined) return
      setOpening(true)
      setLinkError(undefined)
      try {
        const info = await api.browserSessions.checkLink({ link: token })
        if (info.purpose === 'sign-in') {
          await api.browserSessions.create({ link: token })
          enter()
        } else setLink({ token, info })
      } catch (error) {
        setLinkError(detailOf(error))
      }
      setOpening(false)
    }
    void open()
    // Pasting a link into this tab changes only the `#` part, which does not reload the document.
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [])
  const title = link?.info.purpose === 'invitation' ? `Welcome to ${link.info.organizationName}` : undefined
  return (
    <SignInView
      title={title ?? (link ? 'New password' : 'Sign in')}
      isOpeningLink={isOpening}
      isByLink={link !== undefined}
      problem={linkError ?? (problem && problems[problem])}
    >
      {link ? <ChoosePassword {...link} onSignedIn={enter} /> : <SignInForm onSignedIn={enter} next={ownPath(next)} />}
    </SignInView>
  )
}
