interface DocumentState {
  /** Of this answer alone: styles that scripts add must carry it. */
  readonly nonce: string
  readonly isSignedIn: boolean
  /** From the configuration, which lets nothing through that HTML would read. */
  readonly openIdName: string
  /** The time of the service, which decides what today is. */
  readonly nowMs: number
  readonly theme: string | undefined
}

/** The document with what only the service knows. Nothing in it comes from the request unchecked. */
export function fillDocument(template: string, { nonce, isSignedIn, openIdName, nowMs, theme }: DocumentState): string {
  return template
    .replace('__NONCE__', nonce)
    .replace('__NOW__', String(nowMs))
    .replace('__OPENID__', () => openIdName)
    .replace('__SIGNED_IN__', isSignedIn ? 'yes' : 'no')
    .replace('__THEME__', theme === 'light' || theme === 'dark' ? theme : 'system')
}

/** Scripts, styles and calls are of our own origin; what Radix adds to the page carries the nonce. */
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

/** A worker obeys the policy of its own file: it may load the rest of itself, and reach nothing else. */
export const assetPolicy = "default-src 'none'; script-src 'self'; frame-ancestors 'none'"

/** What a browser gets where the application was not built. */
export const missingDocument = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Muster</title></head>
<body><main><h1>Muster is running</h1>
<p>The API works; it is explained at <a href="/docs">/docs</a>. The web application is not built on this machine: run
<code>npm ci</code> without <code>--ignore-scripts</code>, then start the service again.</p></main></body></html>
`
