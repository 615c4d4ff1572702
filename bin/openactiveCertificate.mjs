// The certificate that the Open Booking API's test suite writes after a run without failures: see openactive-suite.mjs.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './postgres.mjs'

/** The name in `bookingService` of the data set. */
const holder = 'Onside'

/**
 * Serves the folder of a certificate at the address that is its id.
 * @returns {Promise<{ settings: object, check: (options: { folder: string, node: string, env: NodeJS.ProcessEnv }) => Promise<string> }>}
 *   `settings` go into the suite's configuration; `check` answers what the suite's own checker says of the certificate
 */
export async function openCertificate(path) {
  mkdirSync(path, { recursive: true })
  const port = await freePort()
  const url = `http://localhost:${port}/`
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(readFileSync(join(path, 'index.html')))
  })
  await new Promise((done) => site.listen(port, 'localhost', () => done(undefined)))
  const check = async ({ folder, node, env }) => {
    const checkerPort = await freePort()
    const checker = spawn(node, ['test/certification/certification-validator-microservice.js'], {
      cwd: join(folder, 'packages', 'openactive-integration-tests'),
      stdio: 'ignore',
      env: { ...env, PORT: String(checkerPort) },
    })
    try {
      const question = `http://localhost:${checkerPort}/validate?url=${encodeURIComponent(url)}&holder=${holder}`
      for (let second = 0; second < 60; second += 1) {
        const answer = await fetch(question).catch(() => null)
        if (answer !== null) return await answer.text()
        await wait(1000)
      }
      return 'The checker did not start.'
    } finally {
      checker.kill('SIGTERM')
      site.close()
    }
  }
  const settings = {
    generateConformanceCertificate: true,
    conformanceCertificateId: url,
    conformanceCertificatePath: `${path}/`,
  }
  return { settings, check }
}
