import { type ErrorCode, errors } from '@muster/contract/errors'
import { expect } from 'vitest'
import type { RawAnswer } from '../src/testing/test-server.ts'

/** Checks that an answer is the one error body that every API has, with nothing missing and nothing more. */
export function expectProblem(answer: RawAnswer, status: number, code?: ErrorCode): void {
  const { json } = answer
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/)
  expect(json).toEqual({
    title: expect.stringMatching(/\S/),
    detail: expect.stringMatching(/\S/),
    status,
    requestId: expect.stringMatching(/\S/),
    code: code ?? expect.stringMatching(/^[a-z]+(_[a-z]+)*$/),
    ...(status === 400 && { errors: expect.any(Array) }),
  })
  expect(answer.status).toBe(status)
  expect(json.requestId).toBe(answer.headers.get('x-request-id'))
  const known = errors[json.code as ErrorCode]
  expect(known, json.code).toMatchObject({ status, title: json.title })
  if (status !== 400) return
  expect(json.errors).not.toEqual([])
  for (const error of json.errors) {
    expect(error).toEqual({ path: expect.stringMatching(/\S/), message: expect.stringMatching(/\S/) })
  }
}
