// A process to kill: `node test/support/stuckNode.mjs DATABASE_URL KEY` prints "stuck" when its call is under way.
import { createServer } from 'vite'

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  server: { middlewareMode: true, ws: false },
  logLevel: 'error',
})
const { getStuck } = await vite.ssrLoadModule('/test/support/stuckNode.ts')
const [url, key] = process.argv.slice(2)
await getStuck(url, key)
