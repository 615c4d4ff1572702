// Writes web/platform/calls.generated.ts from the contract: `npm run calls`.
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = `${root}web/platform/calls.generated.ts`

const vite = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
try {
  const { api } = await vite.ssrLoadModule('/contract/index.ts')
  const { callsModule } = await vite.ssrLoadModule('/contract/calls.ts')
  await mkdir(`${root}web/platform`, { recursive: true })
  await writeFile(target, callsModule(api))
} finally {
  await vite.close()
}
