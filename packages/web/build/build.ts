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
 * Builds the application in a folder of its own, and moves it into place when it is complete. Until then the service
 * sends the old one, and several builds at once do not disturb each other.
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
    // An ES module, so that parts that are loaded later become separate files.
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
  // The service reads this list to tell existing pages from missing ones.
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
    // Another build was faster; it has the same sources.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  for (const path of [before, made]) rmSync(path, { recursive: true, force: true })
}
