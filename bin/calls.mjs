// Writes web/platform/calls/ from the contract: `npm run calls`.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = `${root}web/platform/calls`

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
  const { callsModules } = await vite.ssrLoadModule('/contract/calls.ts')
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const [file, text] of Object.entries(callsModules(api))) await writeFile(`${target}/${file}`, text)
} finally {
  await vite.close()
}
