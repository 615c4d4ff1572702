// Writes docs/operator-schemas/ from the schemas of the import: `node bin/schemas.mjs`.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = `${root}docs/operator-schemas`

const vite = await createServer({
  root,
  configFile: false,
  appType: 'custom',
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
})
try {
  const { editorFiles } = await vite.ssrLoadModule('/server/import/files/jsonSchemas.ts')
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  for (const [file, text] of editorFiles()) await writeFile(`${target}/${file}`, text)
} finally {
  await vite.close()
}
