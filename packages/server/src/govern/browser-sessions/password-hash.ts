import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createWorkSlots } from '../../ground/platform/work-slots.ts'

interface Cost {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** The minimum that OWASP recommends: 19 MiB, two passes. It can be raised, since every hash contains its own cost. */
const cost: Cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

/** Each hash takes a core and 19 MiB. Many sign-ins at once must not slow down other requests. */
const inTurn = createWorkSlots(2, 64)
const run = promisify(argon2)

function derive(password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> {
  // The same password may be typed as different code points that look alike.
  const message = password.normalize('NFKC')
  return inTurn(() => run('argon2id', { message, nonce, memory, passes, parallelism, tagLength }))
}

/** Returns the text format that every argon2 library reads. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`
}

const form = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Without a hash it takes the same time and returns false, so the time does not reveal whether there is one. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', tag = ''] = form.exec(hash ?? '') ?? []
  if (memory === undefined) {
    await derive(password, randomBytes(16), cost)
    return false
  }
  const known = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), known), Buffer.from(tag, 'base64'))
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
