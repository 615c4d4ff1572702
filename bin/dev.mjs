// `npm run dev`: runs the server from its sources with hot module replacement. Vite serves scripts and styles on the
// same port, pages are rendered with the current code at each request, and a change in contract/, server/ or db/
// restarts the server.
import { spawn } from 'node:child_process'
import { createServer as createHttpServer } from 'node:http'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { wordsIn } from './languages.mjs'
import { ensurePackages } from './packages.mjs'

const root = join(import.meta.dirname, '..')

if (process.argv.includes('--once')) await serve()
else supervise()

/** Runs this program as the server in a child process and restarts it when server code changes. */
function supervise() {
  ensurePackages()
  let child = run()
  let timer
  let stopping = false
  for (const folder of ['contract', 'server', 'db']) {
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!/\.(ts|sql)$/.test(file ?? '') || file?.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(() => {
        console.log(`\n${folder}/${file} changed: restarting …`)
        child.once('exit', () => {
          if (!stopping) child = run()
        })
        child.kill('SIGTERM')
      }, 150)
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      stopping = true
      child.once('exit', (code) => process.exit(code ?? 0))
      child.kill('SIGTERM')
    })
  }
}

function run() {
  return spawn(process.execPath, [import.meta.filename, '--once'], {
    cwd: root,
    stdio: 'inherit',
    detached: true,
  })
}

async function serve() {
  process.chdir(root)
  process.env.NODE_ENV ??= 'development'
  const { createServer: createVite } = await import('vite')

  /** The app's request listener; set once the server has started. */
  let listen
  const http = createHttpServer((request, response) => {
    withoutPolicy(response)
    vite.middlewares(request, response, () => listen(request, response))
  })
  const vite = await createVite({
    configFile: 'vite.config.ts',
    base: '/',
    // Pages in the first of LANGUAGES alone.
    resolve: wordsIn(process.env.LANGUAGES?.split(',')[0]?.trim() || 'en'),
    server: { middlewareMode: true, hmr: { server: http } },
  })

  const { start } = await vite.ssrLoadModule('/server/main.ts')
  const { simulateDay } = await vite.ssrLoadModule('/demo/simulation/simulateDay.ts')
  await start({
    createPages: async () => async (request) => {
      const { createRenderer } = await vite.ssrLoadModule('/web/entry-server.tsx')
      return createRenderer({
        development: {
          head: '<script type="module" src="/@vite/client"></script>',
          script: '/web/entry-client.tsx',
        },
      })(request)
    },
    createServer: (_options, listener) => {
      listen = listener
      return http
    },
    simulateDay,
    rehearsalPrograms: {
      server: ['bin/shadow.mjs'],
      visitors: ['bin/rehearse.mjs', 'visitors'],
      hasPages: false,
    },
  })
}

/** Removes the content security policy: Vite injects inline styles, which the policy of built pages forbids. */
function withoutPolicy(response) {
  const writeHead = response.writeHead.bind(response)
  response.writeHead = (status, ...rest) => {
    for (const headers of rest) {
      if (typeof headers !== 'object' || headers === null) continue
      for (const name of Object.keys(headers))
        if (/^content-security-policy$/i.test(name)) delete headers[name]
    }
    response.removeHeader('content-security-policy')
    return writeHead(status, ...rest)
  }
}
