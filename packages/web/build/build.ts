import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { pages } from '../src/app/pages.ts'
import { contractData } from './contract-data-plugin.ts'
import { slimEndpoints } from './endpoints-plugin.ts'
import { webFolder } from './sources.ts'

export function buildWeb(): Promise<void> {
  return webFolder.build(buildInto)
}

async function buildInto(made: string): Promise<void> {
  await build({
    root: join(import.meta.dirname, '..'),
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
}

/** Compressed once, as well as possible, instead of at each request. */
function compress(path: string): void {
  const bytes = readFileSync(path)
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}
