import type { OrganizationUser } from '@muster/contract/organization'
import type { CreatedLink } from '@muster/contract/sign-in-link'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../app/api.ts'
import { useMe } from '../../../app/me.ts'
import { useSearchState } from '../../../app/search.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { nameOf } from '../../../ui/person.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'
import { Failure } from '../../../ui/states.tsx'
import { peopleKey, usePeople } from '../use-people.ts'
import { EditPerson } from './edit-person.tsx'
import { filterPeople } from './filter-people.ts'
import { InvitePeople } from './invite-people.tsx'
import { PeopleView } from './view.tsx'

type Opened =
  | { readonly kind: 'invite' }
  | { readonly kind: 'edit' | 'remove'; readonly person: OrganizationUser }
  | { readonly kind: 'link'; readonly person: OrganizationUser; readonly link?: CreatedLink; readonly error?: unknown }

export function Page() {
  const me = useMe()
  const queryClient = useQueryClient()
  const [search, setSearch] = useSearchState()
  const [opened, setOpened] = useState<Opened | undefined>()
  const people = usePeople()
  const close = () => setOpened(undefined)
  const refresh = () => queryClient.invalidateQueries({ queryKey: peopleKey })
  const makeLink = async (person: OrganizationUser) => {
    setOpened({ kind: 'link', person })
    const purpose = person.lastSignInAt ? 'password-reset' : 'invitation'
    await api.users.createLink({ userId: person.id, purpose }).then(
      (link) => setOpened({ kind: 'link', person, link }),
      (error: unknown) => setOpened({ kind: 'link', person, error }),
    )
  }
  const shown = people.data && filterPeople(people.data, { text: search.q, role: search.role })
  return (
    <>
      <PeopleView
        people={shown}
        total={people.data?.length ?? 0}
        error={people.error}
        onRetry={() => void people.refetch()}
        isOwner={me.user.role === 'owner'}
        text={search.q ?? ''}
        role={search.role ?? ''}
        onSearch={setSearch}
        onInvite={() => setOpened({ kind: 'invite' })}
        onEdit={(person) => setOpened({ kind: 'edit', person })}
        onLink={(person) => void makeLink(person)}
        onRemove={(person) => setOpened({ kind: 'remove', person })}
      />
      <Dialog title="Invite people" isOpen={opened?.kind === 'invite'} onClose={close} side="right">
        <InvitePeople onInvited={refresh} />
      </Dialog>
      <Dialog title="Change a user" isOpen={opened?.kind === 'edit'} onClose={close}>
        {opened?.kind === 'edit' && <EditPerson person={opened.person} onSaved={() => void refresh().then(close)} />}
      </Dialog>
      <Dialog title="A link to hand over" isOpen={opened?.kind === 'link'} onClose={close}>
        {opened?.kind === 'link' && <LinkFor {...opened} />}
      </Dialog>
      <Confirm
        title="Remove this user?"
        isOpen={opened?.kind === 'remove'}
        onClose={close}
        action="Remove"
        onConfirm={async () => {
          if (opened?.kind !== 'remove') return
          await api.users.remove({ userId: opened.person.id })
          await refresh()
        }}
      >
        {opened?.kind === 'remove' &&
          `${nameOf(opened.person)} (${opened.person.email}) is signed out everywhere, and all their keys stop working at once. What they did stays in the numbers.`}
      </Confirm>
    </>
  )
}

function LinkFor({ person, link, error }: Extract<Opened, { kind: 'link' }>) {
  if (error) return <Failure error={error} />
  if (!link) return <p role="status">Making a link …</p>
  const isInvitation = link.purpose === 'invitation'
  return (
    <div className="space-y-3">
      <p className="text-muted">
        Send this to {person.email} over a way that you trust. Whoever opens it first chooses the password. It works
        once, {isInvitation ? 'for a week' : 'for a day'}; earlier links have ended.
      </p>
      <ShownOnce label={isInvitation ? 'Invitation' : 'New password'} text={link.url} note="It is shown this once." />
    </div>
  )
}
