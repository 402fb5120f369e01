import { join } from 'node:path'
import { isObject } from '../check-settings.ts'
import { isOwnOrRoot, readRegularFile } from '../read-regular-file.ts'
import { replaceFile } from '../replace-file.ts'
import type { Service } from '../report/find-service.ts'

/** The organization's rule for hooks of its members, as last received. */
export interface OrganizationPolicy {
  /** The service that sent it. */
  readonly url: string
  readonly allowProjectHooks: boolean
  readonly heardAtMs: number
}

/**
 * After this long the service is asked again. The last answer applies until a new one arrives, however long that takes.
 */
const freshMs = 60 * 60 * 1000
const patienceMs = 5000

export function policyPath(home: string): string {
  return join(home, '.muster', 'organization-policy.json')
}

/** The last answer of this service only. */
export function readPolicy(home: string, url: string): OrganizationPolicy | undefined {
  const read = readRegularFile(policyPath(home), isOwnOrRoot)
  if (!('file' in read)) return undefined
  try {
    const policy: unknown = JSON.parse(read.file.bytes.toString('utf8'))
    return isPolicy(policy) && policy.url === url ? policy : undefined
  } catch {
    return undefined
  }
}

export function isPolicyFresh(home: string, url: string, nowMs = Date.now()): boolean {
  const heardAtMs = readPolicy(home, url)?.heardAtMs ?? 0
  return heardAtMs <= nowMs && nowMs - heardAtMs < freshMs
}

/** Asks the service. If that fails, the last answer stays. */
export async function hearPolicy(home: string, { url, key }: Service): Promise<OrganizationPolicy | undefined> {
  try {
    const response = await fetch(`${url}/api/v0/me`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(patienceMs),
    })
    const me: unknown = response.ok ? await response.json() : undefined
    if (!isObject(me)) return readPolicy(home, url)
    const allowProjectHooks = !isObject(me.hooks) || me.hooks.allowProjectHooks !== false
    const policy: OrganizationPolicy = { url, allowProjectHooks, heardAtMs: Date.now() }
    replaceFile(policyPath(home), `${JSON.stringify(policy)}\n`, { mode: 0o600 })
    return policy
  } catch {
    return readPolicy(home, url)
  }
}

function isPolicy(value: unknown): value is OrganizationPolicy {
  if (!isObject(value)) return false
  const { url, allowProjectHooks, heardAtMs } = value
  return typeof url === 'string' && typeof allowProjectHooks === 'boolean' && typeof heardAtMs === 'number'
}
