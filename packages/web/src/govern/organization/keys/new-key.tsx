import type { CreatedApiKey } from '@muster/contract/api-key'
import type { Scope } from '@muster/contract/enumerations'
import type { OrganizationUser } from '@muster/contract/organization'
import { type FormEvent, useState } from 'react'
import { api } from '../../../app/api.ts'
import { nowMs } from '../../../app/environment.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { nameOf } from '../../../ui/person.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Select } from '../../../ui/select.tsx'
import { ShownOnce } from '../../../ui/shown-once.tsx'
import { Failure } from '../../../ui/states.tsx'
import { scopesFor } from './scope-names.ts'

const dayMs = 86_400_000

const lives = [
  ['', 'Never, or when the organization says'],
  ['7', 'In 7 days'],
  ['30', 'In 30 days'],
  ['90', 'In 90 days'],
  ['365', 'In a year'],
] as const

interface NewKeyProps {
  readonly me: OrganizationUser
  /** The people for whom the caller may create a key. */
  readonly people: readonly OrganizationUser[]
  readonly onMade: () => void
}

export function NewKey({ me, people, onMade }: NewKeyProps) {
  const [name, setName] = useState('')
  const [userId, setUserId] = useState(me.id)
  const [days, setDays] = useState('')
  const [isAll, setAll] = useState<'all' | 'some'>('all')
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set())
  const [error, setError] = useState<unknown>()
  const [made, setMade] = useState<CreatedApiKey | undefined>()
  if (made) {
    return <ShownOnce label={made.name} text={made.key} note="It is shown this once. Keep it where secrets are kept." />
  }
  const role = people.find(({ id }) => id === userId)?.role ?? me.role
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    await api.apiKeys
      .create({
        name: name.trim(),
        ...(userId !== me.id && { userId }),
        ...(days && { expiresAt: new Date(nowMs() + Number(days) * dayMs).toISOString() }),
        ...(isAll === 'some' && { scopes: [...scopes] }),
      })
      .then((key) => {
        setMade(key)
        onMade()
      }, setError)
  }
  const toggle = (scope: Scope) => setScopes((before) => before.symmetricDifference(new Set([scope])))
  return (
    <form onSubmit={(event) => void submit(event)} className="space-y-4">
      <Field
        label="Name"
        required
        maxLength={200}
        placeholder="nightly build"
        hint="What it is for, so that whoever finds it in the list knows."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      {people.length > 1 && (
        <Select
          label="Acts as"
          options={people.map((person) => [person.id, `${nameOf(person)} (${person.role})`])}
          value={userId}
          onChange={(event) => {
            setUserId(event.target.value)
            setScopes(new Set())
          }}
        />
      )}
      <Select label="Ends" options={lives} value={days} onChange={(event) => setDays(event.target.value)} />
      <div>
        <p className="mb-1 text-[13px] font-medium">May do</p>
        <Segmented
          label="What the key may do"
          value={isAll}
          options={[
            ['all', 'All that the role allows'],
            ['some', 'Only this'],
          ]}
          onChange={setAll}
        />
        {isAll === 'some' && (
          <div className="mt-3 grid gap-x-4 gap-y-1.5 sm:grid-cols-2">
            {scopesFor(role).map(([scope, label]) => (
              <label key={scope} className="flex items-start gap-2 text-[13px]">
                <input type="checkbox" className="mt-0.5" checked={scopes.has(scope)} onChange={() => toggle(scope)} />
                {label}
              </label>
            ))}
          </div>
        )}
      </div>
      {error !== undefined && <Failure error={error} />}
      <div className="flex justify-end">
        <Button type="submit" look="solid" disabled={name.trim() === '' || (isAll === 'some' && scopes.size === 0)}>
          Make the key
        </Button>
      </div>
    </form>
  )
}
