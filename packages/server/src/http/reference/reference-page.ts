import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { scalarBundle } from './scalar-bundle.ts'

interface Asset {
  body: Buffer
  gzipped: Buffer
  mediaType: string
}

export interface ReferencePage {
  html: string
  /** Assets by path. Names contain a hash of the content, so assets may be cached for ever. */
  assets: ReadonlyMap<string, Asset>
  /** The `Content-Security-Policy` header of the page. */
  contentSecurityPolicy: string
}

/** Builds the API reference: a page that reads `/openapi.json`, can send calls, and contacts no other host. */
export async function referencePage({ apiUrl, appUrl }: { apiUrl: string; appUrl: string }): Promise<ReferencePage> {
  const body = Buffer.from(`${prelude}\n${withoutSourceMap(await scalarBundle())}\n${start}\n`)
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  const scriptPath = `/docs/assets/reference.${hash}.js`
  const script = { body, gzipped: await promisify(gzip)(body), mediaType: 'text/javascript' }
  return {
    html: html(scriptPath),
    assets: new Map([[scriptPath, script]]),
    contentSecurityPolicy: contentSecurityPolicy([apiUrl, appUrl]),
  }
}

/**
 * Scalar validates its settings with Zod, which tests whether `eval` is allowed. The policy forbids it, so the test is
 * switched off.
 */
const prelude = 'globalThis.__zod_globalConfig = { jitless: true };'

/**
 * Every setting that would contact another host is off. The policy would block it anyway, with an error in the console.
 */
const configuration = {
  url: '/openapi.json',
  slug: 'muster-api',
  authentication: { preferredSecurityScheme: 'apiKey' },
  documentDownloadType: 'json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
}

const start = `;Scalar.createApiReference('#reference', ${JSON.stringify(configuration)})`

/**
 * Fixes the styles of Scalar: invisible buttons that make a narrow page scroll sideways, a frame around the whole
 * section that a link leads to, and, on a narrow screen, a button that covers the address of the call.
 */
const style = `
      #reference { overflow-x: clip }
      .section:focus-visible { outline: none }
      @media (max-width: 767px) { .scalar-client .scalar-sidebar-toggle { display: none } }
    `

function html(scriptPath: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Muster API</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <noscript>This page needs JavaScript. The same description is at <a href="/openapi.json">/openapi.json</a>.</noscript>
    <div id="reference"></div>
    <script src="${scriptPath}"></script>
  </body>
</html>
`
}

/**
 * Inline styles are allowed because Scalar sets them; inline scripts are not, and calls go only to the service's own
 * addresses.
 */
function contentSecurityPolicy(urls: readonly string[]): string {
  const origins = new Set(urls.map((url) => new URL(url).origin))
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'unsafe-inline'",
    'img-src data:',
    `connect-src 'self' ${[...origins].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The source map is not shipped, and a browser with open developer tools would request it. */
function withoutSourceMap(script: string): string {
  return script.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '')
}
