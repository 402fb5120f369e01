/** What the service wrote into the document. */
function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="muster-${name}"]`)?.content ?? ''
}

export const nonce = meta('nonce')

export const wasSignedIn = meta('signed-in') === 'yes'

/** The name of the OpenID provider on the sign-in page; empty without one. */
export const openIdName = meta('openid')

/** The service's clock decides what today is, not the browser's. */
const aheadMs = (Number(meta('now')) || Date.now()) - Date.now()

export function nowMs(): number {
  return Date.now() + aheadMs
}
