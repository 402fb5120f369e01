import { type CustomModel, hiddenSecret } from '@muster/contract/controls'
import { redactSecrets } from '@muster/contract/redact-secrets'
import { isSealed } from '../../ground/platform/secret-box.ts'

/**
 * `place` names one secret of a model, such as `apiKey` or `extraHeaders.X-Key`. It stays the same as long as the model
 * has the secret.
 */
type ReplaceSecret = (secret: string, place: string) => string

/**
 * Returns the model with each secret replaced: its key, its headers, and the secret parts of its address and arguments.
 */
export function mapModelSecrets(model: CustomModel, replace: ReplaceSecret): CustomModel {
  const { apiKey, baseUrl, extraHeaders, extraArgs } = model
  return {
    ...model,
    ...(apiKey !== undefined && { apiKey: replace(apiKey, 'apiKey') }),
    ...(baseUrl !== undefined && { baseUrl: mapUrl(baseUrl, replace) }),
    ...(extraHeaders && {
      extraHeaders: mapValues(extraHeaders, (value, name) => replace(value, `extraHeaders.${name}`)),
    }),
    ...(extraArgs && { extraArgs: mapArguments(extraArgs, replace) }),
  }
}

/** Returns the address without its secrets. */
export function hideInUrl(url: string | undefined): string | undefined {
  return url && mapUrl(url, () => hiddenSecret)
}

const urlParts = /^([a-z][a-z0-9+.-]*:\/\/)(?:([^/?#]*)@)?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/is

/** Dates, numbers and booleans, such as `api-version=2026-02-01`, are not secret; any other value of a query may be. */
const plainValue = /^(?:[\d.-]{0,12}|true|false|\d{4}-\d\d-\d\d-preview)$/

/** Works on the text, so that an address without secrets stays unchanged to the letter. */
function mapUrl(url: string, replace: ReplaceSecret): string {
  const [, scheme = '', userinfo, place = '', query, fragment] = urlParts.exec(url) ?? []
  if (scheme === '') return url
  const seen = new Map<string, number>()
  const parameters = query?.split('&').map((parameter) => {
    const [name = '', ...rest] = parameter.split('=')
    const value = rest.join('=')
    if (plainValue.test(value)) return parameter
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return `${name}=${replace(value, `baseUrl?${name}[${count}]`)}`
  })
  return [
    scheme,
    userinfo === undefined ? '' : `${replace(userinfo, 'baseUrl@')}@`,
    place,
    parameters ? `?${parameters.join('&')}` : '',
    fragment === undefined ? '' : `#${replace(fragment, 'baseUrl#')}`,
  ].join('')
}

const secretName =
  /(?:key|token|secret|password|passwd|passphrase|auth|authorization|bearer|credentials?|signature|cookie)$/i

/** Replaces texts whose names suggest a secret, and texts that look like one. */
function mapArguments(args: Record<string, unknown>, replace: ReplaceSecret): Record<string, unknown> {
  const map = (value: unknown, name: string, place: string): unknown => {
    if (typeof value === 'string') return isSecret(name, value) ? replace(value, place) : value
    if (Array.isArray(value)) return value.map((item, index) => map(item, name, `${place}[${index}]`))
    if (typeof value !== 'object' || value === null) return value
    return mapValues(value as Record<string, unknown>, (item, key) => map(item, key, `${place}.${key}`))
  }
  return map(args, '', 'extraArgs') as Record<string, unknown>
}

function isSecret(name: string, value: string): boolean {
  if (value === '') return false
  return secretName.test(name) || value === hiddenSecret || isSealed(value) || redactSecrets(value) !== value
}

/** `Object.fromEntries` defines its keys, so `__proto__` is an ordinary key. */
function mapValues<T, R>(values: Readonly<Record<string, T>>, map: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]))
}
