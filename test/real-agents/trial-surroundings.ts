import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startModel } from '../../packages/hooks/test/real-agents/stand-in-model.ts'
import { startService } from './trial-service.ts'

/** A folder for everything, the stand-in for the model, and the service. */
export async function startSurroundings() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'muster-try-')))
  const model = await startModel()
  const service = await startService(root)
  return {
    root,
    model,
    service,
    async end() {
      service.kill('SIGTERM')
      await once(service, 'exit')
      model.close()
      rmSync(root, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
