import { createHmac } from 'node:crypto'

/** A secret in the form of Standard Webhooks: `whsec_` and base64. */
export const secretPrefix = 'whsec_'

/** The value of `webhook-signature`: one signature for each valid secret. */
export function signaturesOf(secrets: readonly string[], id: string, seconds: number, body: string): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
    })
    .join(' ')
}
