import { languageOf } from '../catalog/languages.ts'
import { expression } from '../repository/expression.ts'
import { isForeign } from './places.ts'

const assets = expression(
  'i',
  String.raw`\.(png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|otf|eot|mp[34]|webm|mov|wav|pdf|zip|gz|tgz|jar|map|css|scss|less|sass|snap`,
  '|csv|tsv|ipynb|po|mo|wasm|so|dll|exe|bin)$',
)

/** Files that may be configuration or documentation; source deep in the tree and pictures are not. */
export function isNotable(path: string): boolean {
  const language = languageOf(path)
  const isSource = language !== undefined && language !== 'shell'
  if (isSource && !isNotableSource(path)) return false
  return !assets.test(path) && !isForeign(path)
}

function isNotableSource(path: string): boolean {
  const isHigh = path.indexOf('/', path.indexOf('/') + 1) === -1
  if (isHigh || path.startsWith('.') || path.includes('/.') || /^(buildSrc|build-logic)\//.test(path)) return true
  return /^(danger|release|conf\.py$)|\.config\.\w+$/i.test(path.slice(path.lastIndexOf('/') + 1))
}
