import { languageOf } from '../applications/languages.ts'
import { isForeign } from '../applications/places.ts'

const assets =
  /\.(png|jpe?g|gif|svg|ico|webp|avif|woff2?|ttf|otf|eot|mp[34]|webm|mov|wav|pdf|zip|gz|tgz|jar|map|css|scss|less|sass|snap|csv|tsv|ipynb|po|mo|wasm|so|dll|exe|bin)$/i

/** Files that may be configuration or documentation; source deep in the tree and pictures are not. */
export function isNotable(path: string): boolean {
  if (isForeign(path) || assets.test(path)) return false
  const language = languageOf(path)
  if (language === undefined || language === 'shell') return true
  return path.split('/').length <= 2 || /(^|\/)\.|\.config\.\w+$|(^|\/)(danger|release|dangerfile)[^/]*$/i.test(path)
}
