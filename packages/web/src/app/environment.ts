/** The value of a `<meta>` element that the service put into the document. */
function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="muster-${name}"]`)?.content ?? ''
}

export const nonce = meta('nonce')

export const wasSignedIn = meta('signed-in') === 'yes'

/** The name of the OpenID provider on the sign-in page; empty if there is none. */
export const openIdName = meta('openid')

/** A command for a machine without Muster, which downloads the package from this service. */
export function musterCommand(words: string): string {
  const build = meta('packages')
  const file = `${window.location.origin}/packages/${build === '' ? '' : `${build}/`}muster-cli.tgz`
  return `npx --yes --package ${file} muster ${words}`
}

/** The same with a login first. The login asks for the key, so that it does not appear in a shell history. */
export function musterCommandAfterLogin(words: string): string {
  return `${musterCommand(`login --url ${window.location.origin}`)} && \\\n  ${musterCommand(words)}`
}

/** The service's clock, not the browser's, determines today. */
const aheadMs = (Number(meta('now')) || Date.now()) - Date.now()

export function nowMs(): number {
  return Date.now() + aheadMs
}
