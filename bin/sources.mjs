import { mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Hands modules of the sources to a script that generates files from them.
 * @param {(load: (path: string) => Promise<any>) => Promise<void>} write `load` takes a path from the root: `/contract/index.ts`
 */
export const withSources = async (write) => {
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
  try {
    await write((path) => vite.ssrLoadModule(path))
  } finally {
    await vite.close()
  }
}

/**
 * Replaces a folder of generated files.
 * @param {string} folder from the root
 * @param {Iterable<readonly [string, string]>} files name and text of each
 */
export const writeFolder = async (folder, files) => {
  await rm(`${root}${folder}`, { recursive: true, force: true })
  await mkdir(`${root}${folder}`, { recursive: true })
  for (const [name, text] of files) await writeFile(`${root}${folder}/${name}`, text)
}
