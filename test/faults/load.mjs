import { createServer } from 'vite'

/** Loads a TypeScript module of the project. @param {string} path from the root, beginning with a slash */
export const loadModule = async (path) => {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, ws: false, watch: null },
    logLevel: 'error',
  })
  return vite.ssrLoadModule(path)
}
