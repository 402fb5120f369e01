import { Type } from 'typebox'
import { Computer, ComputerName, RegisterComputer, RegisteredComputer, UpdateComputer } from '../../computer.ts'
import { endpoint } from '../../endpoint.ts'
import { Id } from '../../schema.ts'

const working = ['owner', 'manager', 'member'] as const
const params = Type.Object({ computerId: Id })

export const list = endpoint({
  method: 'GET',
  path: '/api/v0/computers',
  summary: 'List computers, newest first',
  access: working,
  scope: 'computers:read',
  answers: { 200: Type.Object({ computers: Type.Array(Computer) }) },
})

export const register = endpoint({
  method: 'POST',
  path: '/api/v0/computers',
  summary: 'Register a computer',
  description:
    'The answer holds the credential with which the computer connects; it is shown this once. `provider` is `byom` when left out; only owners and managers register managed computers. Where the service runs those on its own host, it sets the computer up by itself, which the provisioning steps tell, and the credential is of no use to anybody.',
  extension: true,
  access: working,
  scope: 'computers:write',
  headers: ['Idempotency-Key'],
  body: RegisterComputer,
  answers: { 201: RegisteredComputer },
  shownOnce: 'credential',
  errors: ['computer_not_allowed', 'name_taken', 'quota_reached'],
})

export const get = endpoint({
  method: 'GET',
  path: '/api/v0/computers/{computerId}',
  summary: 'Get a computer',
  extension: true,
  access: working,
  scope: 'computers:read',
  params,
  answers: { 200: Computer },
  errors: ['computer_not_found'],
})

export const getByName = endpoint({
  method: 'GET',
  path: '/api/v0/computers/name/{name}',
  summary: 'Get a computer by its name, in any case',
  access: working,
  scope: 'computers:read',
  params: Type.Object({ name: ComputerName }),
  answers: { 200: Computer },
  errors: ['computer_not_found'],
})

export const update = endpoint({
  method: 'PATCH',
  path: '/api/v0/computers/{computerId}',
  summary: 'Rename a computer, or set its remote user',
  access: working,
  scope: 'computers:write',
  params,
  body: UpdateComputer,
  answers: { 200: Computer },
  errors: ['computer_not_found', 'computer_not_allowed', 'name_taken'],
})

export const remove = endpoint({
  method: 'DELETE',
  path: '/api/v0/computers/{computerId}',
  summary: 'Delete a computer',
  description: 'Its sessions stay and can be continued on another computer. Work that was waiting for it ends.',
  extension: true,
  access: working,
  scope: 'computers:write',
  params,
  answers: { 204: null },
  errors: ['computer_not_found', 'computer_not_allowed'],
})
