// A process to kill: `node test/support/mailNode.mjs DATABASE_URL SMTP_URL NOW` sends what is due of messages to many.
import { createServer } from 'vite'

const vite = await createServer({
  configFile: false,
  appType: 'custom',
  server: { middlewareMode: true, ws: false },
  logLevel: 'error',
})
const { workUntilKilled } = await vite.ssrLoadModule('/test/support/mailNode.ts')
const [url, smtpUrl, now] = process.argv.slice(2)
await workUntilKilled(url, smtpUrl, new Date(now))
