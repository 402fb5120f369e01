import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { Marked, type Tokens } from 'marked'

interface GuideFile {
  readonly body: string | Buffer
  readonly mediaType: string
}

/** The pages of `docs/` as HTML, by path, and the pictures that they show. */
export interface Guides {
  readonly files: ReadonlyMap<string, GuideFile>
  readonly contentSecurityPolicy: string
}

const shown = { '.webp': 'image/webp', '.json': 'application/json' } as const

const style = `
  :root { color-scheme: light dark; --line: light-dark(#ddd, #3a3a3a); --soft: light-dark(#f5f5f4, #1f1f1f) }
  body { margin: 0 auto; max-width: 72rem; padding: 1.5rem; font: 16px/1.6 system-ui, sans-serif; display: flex; gap: 3rem }
  nav { flex: 0 0 13rem; font-size: 14px } nav ul { list-style: none; margin: 0 0 1.5rem; padding: 0 }
  nav a[aria-current] { font-weight: 600; color: inherit }
  main { flex: 1; min-width: 0 } h1 { margin-top: 0 } a { color: light-dark(#1d4ed8, #93b4ff); text-decoration: none }
  a:hover { text-decoration: underline } img { max-width: 100% }
  pre { overflow-x: auto; padding: .75rem 1rem; background: var(--soft); border-radius: 6px }
  code { font: .875em ui-monospace, monospace } :not(pre) > code { background: var(--soft); padding: .1em .3em; border-radius: 4px }
  .wide { overflow-x: auto } table { border-collapse: collapse } td, th { border: 1px solid var(--line); padding: .3rem .6rem; text-align: left }
  @media (max-width: 700px) { body { flex-direction: column; gap: 1rem } main { order: -1 } nav { flex: none } }
`

/** `url` replaces the placeholder addresses of the service in the text, so that commands can be copied. */
export function readGuides(directory: string, url: string): Guides {
  const names = globSync('**/*', { cwd: directory }).toSorted()
  const pages = names.filter((name) => extname(name) === '.md')
  const texts = new Map(pages.map((name) => [name, readFileSync(join(directory, name), 'utf8')]))
  const titles = new Map(
    [...texts].map(([name, text]) => [name, /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? name]),
  )
  const files = new Map<string, GuideFile>()
  for (const [name, text] of texts) {
    const own = text.replaceAll(/https:\/\/muster\.example\.org|http:\/\/127\.0\.0\.1:4000/g, url)
    const title = titles.get(name) ?? name
    const html = pageOf({ title, body: render(own, name), menu: menuOf(titles, name) })
    files.set(pathOf(name), { body: html, mediaType: 'text/html; charset=utf-8' })
  }
  const list = pageOf({ title: 'Guides', body: '<h1>Guides</h1>', menu: menuOf(titles, '') })
  files.set('/docs/guides', { body: list, mediaType: 'text/html; charset=utf-8' })
  for (const name of names) {
    const mediaType = shown[extname(name) as keyof typeof shown]
    if (mediaType) files.set(pathOf(name), { body: readFileSync(join(directory, name)), mediaType })
  }
  const hash = createHash('sha256').update(style).digest('base64')
  return {
    files,
    contentSecurityPolicy: `default-src 'none'; img-src 'self'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  }
}

/** `cli.md` becomes `/docs/cli`, and the README of a folder becomes the folder. */
function pathOf(name: string): string {
  return `/docs/${name.replace(/(\/README)?\.md$/, '')}`
}

function render(text: string, name: string): string {
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === 'link' || token.type === 'image') token.href = addressOf(token.href, name)
    },
    renderer: {
      heading({ tokens, depth, text: heading }: Tokens.Heading) {
        return `<h${depth} id="${slugOf(heading)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`
        const rows = token.rows.map((cells) => row(cells, 'td')).join('\n')
        // Markdown has no tables without a header, so an empty header is left out.
        const head = token.header.some(({ text: cell }) => cell !== '')
          ? `<thead>${row(token.header, 'th')}</thead>`
          : ''
        return `<div class="wide"><table>${head}<tbody>\n${rows}\n</tbody></table></div>\n`
      },
    },
  })
  return marked.parse(text, { async: false })
}

/**
 * The address of a linked page. A page outside of this folder exists only in the repository, so its link leads to the
 * list of guides.
 */
function addressOf(href: string, from: string): string {
  if (/^(https?:|#)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const name = posix.join(posix.dirname(from), path)
  return `${name.startsWith('..') ? '/docs/guides' : pathOf(name)}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Makes heading ids as GitHub and similar sites do. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
}

function menuOf(titles: ReadonlyMap<string, string>, current: string): string {
  const groups = Map.groupBy(titles, ([name]) => posix.dirname(name))
  return [...groups]
    .filter(([folder]) => folder !== 'decisions')
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([, pages]) => {
      const items = pages.map(([name, title]) => {
        const mark = name === current ? ' aria-current="page"' : ''
        return `<li><a href="${pathOf(name)}"${mark}>${escaped(title)}</a></li>`
      })
      return `<ul>\n${items.join('\n')}\n</ul>`
    })
    .join('\n')
}

function pageOf({ title, body, menu }: { title: string; body: string; menu: string }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Muster</title><link rel="icon" href="data:,"><style>${style}</style>
</head>
<body>
<nav aria-label="Guides"><p><a href="/">Muster</a> · <a href="/docs">API</a></p>
${menu}
</nav>
<main>
${body}
</main>
</body>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
