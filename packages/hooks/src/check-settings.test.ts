import { HookSettings } from '@muster/contract/hook-settings'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faultsOf } from './check-settings.ts'

describe('faultsOf', () => {
  const isValid = new Ajv({ strict: false }).compile(HookSettings)
  const anything = fc.constantFrom(null, 0, -1, 2.5, '', ' ', 'x', true, [], {})
  const often = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
    fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: anything })
  const action = fc.record(
    {
      type: often(fc.constantFrom('command', 'prompt')),
      command: often(fc.constant('echo')),
      timeout: often(fc.constantFrom(1, 0.5, 1e9)),
      failClosed: often(fc.boolean()),
      other: anything,
    },
    { requiredKeys: [] },
  )
  const entry = fc.record(
    { matcher: often(fc.constant('Bash')), hooks: often(fc.array(often(action), { maxLength: 3 })) },
    { requiredKeys: [] },
  )
  const events = fc.dictionary(
    fc.constantFrom('Stop', 'PostToolUse', 'Elsewhere'),
    often(fc.array(often(entry), { maxLength: 2 })),
  )
  const settings = often(
    fc.record({ hooks: often(events), allowProjectHooks: often(fc.boolean()), model: anything }, { requiredKeys: [] }),
  )

  it('finds a fault exactly when the schema of the contract does', () => {
    fc.assert(
      fc.property(settings, (value) => {
        expect([value, faultsOf(value).length === 0]).toEqual([value, isValid(value)])
      }),
      { numRuns: 3000 },
    )
  })
})
