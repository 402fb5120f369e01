import type { Static, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError } from '../../ground/platform/app-error.ts'

/** Checks the answer of a computer before it is used: the computer may run another version, or be manipulated. */
export function createChecked<Schema extends TSchema>(schema: Schema): (body: unknown) => Static<Schema> {
  const validator = Compile(schema)
  return (body) => {
    if (validator.Check(body)) return body as Static<Schema>
    throw new AppError('computer_timeout', 'The computer gave an answer that makes no sense. Update muster on it.')
  }
}
