import { useQueryClient } from '@tanstack/react-query'
import { SignInForm } from '../govern/sign-in/form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { signedIn, useSessionState } from './session.ts'

/** Shown if the session ends while a page is open: the person signs in above the page, and keeps all input. */
export function SignInAgain({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const state = useSessionState()
  const onSignedIn = () => {
    signedIn()
    void queryClient.invalidateQueries()
  }
  return (
    <Dialog title="Please sign in again" isOpen={state === 'ended'} onClose={() => {}} isModal>
      <p className="mb-4 text-muted">Your session as {email} has ended. What you typed on this page is still here.</p>
      <SignInForm onSignedIn={onSignedIn} email={email} />
    </Dialog>
  )
}
