import { randomUUID } from 'node:crypto'
import { globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { pages } from '../src/app/pages.ts'
import { contractData } from './contract-data-plugin.ts'
import { slimEndpoints } from './endpoints-plugin.ts'
import { sourcesHash, webRoot } from './sources.ts'

/**
 * Makes the application from its sources, aside, and puts it into its place when it is whole: who is being served meanwhile
 * notices nothing, and several builds at once do not disturb each other.
 */
export async function buildWeb(): Promise<void> {
  const hash = sourcesHash()
  const made = join(webRoot, `.build-${randomUUID()}`)
  await build({
    root: webRoot,
    configFile: false,
    logLevel: 'error',
    plugins: [slimEndpoints(), contractData(), react(), tailwind()],
    publicDir: false,
    // A module, so that what it loads later are files of their own.
    worker: { format: 'es' },
    build: {
      outDir: made,
      manifest: 'manifest.json',
      target: 'es2023',
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1000,
    },
  })
  for (const path of globSync('assets/*.{js,css,svg}', { cwd: made })) compress(join(made, path))
  // The service tells pages that are there from those that are not.
  writeFileSync(join(made, 'pages.json'), JSON.stringify(['/', '/sign-in', ...pages.map(({ path }) => path)]))
  writeFileSync(join(made, 'sources.txt'), hash)
  putIntoPlace(made)
}

/** Compressed once, as well as possible, instead of at each request. */
function compress(path: string): void {
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}

function putIntoPlace(made: string): void {
  const place = join(webRoot, 'dist')
  const before = join(webRoot, `.build-${randomUUID()}`)
  try {
    renameSync(place, before)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  try {
    renameSync(made, place)
  } catch (error) {
    // Another build was quicker; it is made of the same sources.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  for (const path of [before, made]) rmSync(path, { recursive: true, force: true })
}
