import { MusterError } from '@muster/sdk'
import { expect, it } from 'vitest'
import { describeError } from './describe-error.ts'

it('gives no advice about fields that the answer does not name, as that of http to a port of https', () => {
  const detail = 'This port speaks https. Ask for https://muster.example.org.'
  const error = new MusterError({ status: 400, code: 'invalid_request', detail })
  expect(describeError(error)).toMatchObject({ message: detail, hint: undefined })
})
