import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the application, uncompressed and compressed. */
interface WebAsset {
  readonly mediaType: string
  readonly body: Buffer
  readonly encoded: Readonly<Record<'br' | 'gzip', Buffer | undefined>>
}

/** The built web application. */
export interface BuiltApplication {
  /** The HTML document, with placeholders that are filled in for each request. */
  readonly template: string
  /** Assets by path. Names contain a hash of the content, so browsers may cache them for ever. */
  readonly assets: ReadonlyMap<string, WebAsset>
  isPage(path: string): boolean
}

const mediaTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** Returns `undefined` if the application was not built; the API works without it. */
export function readBuiltApplication(directory: string): BuiltApplication | undefined {
  let template: string
  try {
    template = readFileSync(join(directory, 'index.html'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const folder = join(directory, 'assets')
  const names = new Set(readdirSync(folder))
  const read = (name: string) => (names.has(name) ? readFileSync(join(folder, name)) : undefined)
  const assets = new Map<string, WebAsset>()
  for (const name of names) {
    const mediaType = mediaTypes[name.slice(name.lastIndexOf('.') + 1)]
    const body = mediaType && read(name)
    if (body)
      assets.set(`/assets/${name}`, { mediaType, body, encoded: { br: read(`${name}.br`), gzip: read(`${name}.gz`) } })
  }
  const pages: string[] = JSON.parse(readFileSync(join(directory, 'pages.json'), 'utf8'))
  const known = new RegExp(`^(?:${pages.map((page) => page.replace(/\$\w+/g, '[^/]+')).join('|')})$`)
  return { template, assets, isPage: (path) => known.test(path) }
}
