// The server of a rehearsal from its sources, where nothing is built: for `npm run dev` and tests. It has no pages.
import { createServer } from 'vite'

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  server: { middlewareMode: true, ws: false, watch: null },
  logLevel: 'error',
})
const { serveRehearsal } = await vite.ssrLoadModule('/server/rehearsal.ts')
const noPages = async () => ({ status: 404, html: '', headers: {} })
await serveRehearsal({ createPages: async () => noPages })
