/** What the service wrote into the document. */
function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="muster-${name}"]`)?.content ?? ''
}

export const nonce = meta('nonce')

export const wasSignedIn = meta('signed-in') === 'yes'

/** The name of the OpenID provider on the sign-in page; empty without one. */
export const openIdName = meta('openid')

/** The command, on a machine that has nothing of ours: this service sends it. */
export function musterCommand(words: string): string {
  const build = meta('packages')
  const file = `${window.location.origin}/packages/${build === '' ? '' : `${build}/`}muster-cli.tgz`
  return `npx --yes --package ${file} muster ${words}`
}

/** The same where nobody is logged in yet. The key is asked for, so that it is in no history of a shell. */
export function musterCommandAfterLogin(words: string): string {
  return `${musterCommand(`login --url ${window.location.origin}`)} && \\\n  ${musterCommand(words)}`
}

/** The service's clock decides what today is, not the browser's. */
const aheadMs = (Number(meta('now')) || Date.now()) - Date.now()

export function nowMs(): number {
  return Date.now() + aheadMs
}
