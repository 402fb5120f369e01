interface DocumentState {
  /** A new value for each answer. Styles that scripts add must carry it. */
  readonly nonce: string
  readonly isSignedIn: boolean
  /** Comes from the configuration, which allows no characters that are special in HTML. */
  readonly openIdName: string
  /** The time of the service, which determines which day is today. */
  readonly nowMs: number
  readonly theme: string | undefined
  /** Part of the addresses of packages. */
  readonly packagesBuild: string
}

/** Fills in values that only the service knows. No unchecked value of the request enters the document. */
export function fillDocument(template: string, state: DocumentState): string {
  const { nonce, isSignedIn, openIdName, nowMs, theme, packagesBuild } = state
  return template
    .replace('__NONCE__', nonce)
    .replace('__NOW__', String(nowMs))
    .replace('__OPENID__', () => openIdName)
    .replace('__PACKAGES__', packagesBuild)
    .replace('__SIGNED_IN__', isSignedIn ? 'yes' : 'no')
    .replace('__THEME__', theme === 'light' || theme === 'dark' ? theme : 'system')
}

/** Scripts, styles and calls must be from our own origin; styles that Radix adds carry the nonce. */
export function documentPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The policy of a web worker is that of its own file: it may load scripts of our origin and connect to nothing. */
export const assetPolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"

/** The page that a browser gets if the application was not built. */
export const missingDocument = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Muster</title></head>
<body><main><h1>Muster is running</h1>
<p>The API works; it is explained at <a href="/docs">/docs</a>. The web application is not built on this machine: run
<code>npm ci</code> without <code>--ignore-scripts</code>, then start the service again.</p></main></body></html>
`
