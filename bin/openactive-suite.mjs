// `npm run openactive:suite -- FOLDER [category, feature or file …]`: runs the Open Booking API's test suite, of which
// FOLDER is a checkout with its packages installed, against this server on a fresh database with the demo in it.
// `authentication` runs with OpenID Connect, for which the suite drives a browser: PUPPETEER_EXECUTABLE_PATH names it, and
// the suite's own address is port 3000 then.
// Options: --random picks from the feeds instead of creating opportunities; --profile=simple|wide|full; --node=PATH runs the
// suite with another Node; --out=FOLDER keeps reports there. DATABASE_URL names a PostgreSQL database to start on; it has
// to be empty. See docs/openactive.md.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { profiles } from './openactiveProfiles.mjs'
import { isBuilt } from './built.mjs'
import { freePort } from './postgres.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    random: { type: 'boolean', default: false },
    profile: { type: 'string', default: 'simple' },
    node: { type: 'string', default: process.execPath },
    out: { type: 'string' },
  },
})
const [folder = '', ...selected] = positionals
const byOpenId = selected.some((name) => /authentication|dynamic-client/.test(name))
const profile = Object.entries(profiles).find(
  ([name]) => name === (byOpenId ? 'authentication' : values.profile),
)?.[1]
if (!existsSync(join(folder, 'start.js')) || profile === undefined) {
  console.error(
    'npm run openactive:suite -- FOLDER: a checkout of openactive-test-suite, its packages installed.',
  )
  process.exit(2)
}
if (!isBuilt()) {
  console.error('Run `npm run build` first.')
  process.exit(2)
}

const root = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'onside-open-booking-'))
const out = resolve(values.out ?? join(scratch, 'out'))
mkdirSync(join(out, 'json'), { recursive: true })

const supervisor = { username: 'supervisor@example.test', password: 'onside-demo' }
const port = await freePort()
// The suite's browser comes back to a fixed port.
const brokerPort = byOpenId ? 3000 : await freePort()
const site = `http://localhost:${port}`
const server = spawn(process.execPath, ['dist/server/main.js'], {
  cwd: root,
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: join(scratch, 'data'),
    SITE_BOOKINGS: site,
    CARDS: 'demo',
    LOG_LEVEL: 'error',
    OPEN_BOOKING_TEST_INTERFACE: 'true',
  },
})
process.on('exit', () => {
  server.kill('SIGTERM')
  if (values.out !== undefined) rmSync(scratch, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

await until('the server', async () => (await fetch(`${site}/readyz`)).ok)
const partners = await registerPartners()
await until('the feeds', isPublished)
layVocabulary()

const started = performance.now()
const bearer = (key) => ({ Authorization: `Bearer ${key}` })
const headersOf = ({ key }) => ({
  authentication: {
    initialAccessToken: null,
    clientCredentials: null,
    ordersFeedRequestHeaders: bearer(key),
  },
})
const credentialsOf = ({ clientId, key }) => ({
  authentication: { initialAccessToken: null, clientCredentials: { clientId, clientSecret: key } },
})
const config = {
  ci: true,
  consoleOutputLevel: 'dot',
  broker: {
    datasetSiteUrl: `${site}/api/openactive/quillmoor`,
    disableBrokerMicroserviceTimeout: true,
    bookingPartners: byOpenId
      ? {
          primary: { authentication: { initialAccessToken: partners[0].key } },
          secondary: credentialsOf(partners[1]),
        }
      : { primary: headersOf(partners[0]), secondary: headersOf(partners[1]) },
  },
  integrationTests: {
    useRandomOpportunities: values.random,
    testDatasetIdentifier: 'onside',
    bookingPartnersForSpecificTests: byOpenId
      ? {
          dynamicPrimary: { authentication: { initialAccessToken: partners[2].key } },
          dynamicSecondary: { authentication: { initialAccessToken: partners[3].key } },
          authorizationPersisted: credentialsOf(partners[4]),
        }
      : null,
    generateConformanceCertificate: false,
    outputPath: `${out}/`,
    ...profile,
  },
  sellers: {
    primary: {
      '@type': 'Organization',
      '@id': `${site}/api/openactive/quillmoor`,
      taxMode: 'https://openactive.io/TaxGross',
      authentication: byOpenId
        ? { loginCredentials: { username: supervisor.username, password: supervisor.password } }
        : { loginCredentials: null, requestHeaders: bearer(partners[0].key) },
      paymentReconciliationDetails: null,
    },
    secondary: null,
  },
}
const suite = spawn(values.node, ['start.js', ...selected], {
  cwd: folder,
  stdio: 'inherit',
  env: {
    ...process.env,
    NODE_ENV: 'onside',
    SUPPRESS_STRICTNESS_CHECK: '1',
    PORT: String(brokerPort),
    NODE_CONFIG: JSON.stringify(config),
  },
})
const status = await new Promise((done) => suite.once('exit', (code) => done(code ?? 1)))
const minutes = (performance.now() - started) / 60_000
const { passed, failed, failedIn } = counts()
for (const [file, number] of failedIn) console.log(`${String(number).padStart(5)} failed in ${file}`)
console.log(
  `\n${passed + failed} assertions, ${passed} passed, ${failed} failed, ${minutes.toFixed(1)} minutes`,
)
console.log(`Reports: ${out}`)
process.exit(status)

/** A supervisor of the demo registers partners at the desk, as a venue would. */
async function registerPartners() {
  const headers = { 'content-type': 'application/json', origin: site }
  const body = JSON.stringify(supervisor)
  const login = await fetch(`${site}/api/auth/customer/login`, { method: 'POST', headers, body })
  if (!login.ok) throw new Error(`Logging in as the demo's supervisor: ${await login.text()}`)
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const registered = []
  for (const name of ['primary', 'secondary', 'third', 'fourth', 'fifth']) {
    const answer = await fetch(`${site}/api/foh/booking-partners`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: JSON.stringify({
        name: `Suite ${name}`,
        agreement: 'test suite',
        calls_per_minute: 100_000,
        redirect_uris: [`http://localhost:${brokerPort}/cb`],
      }),
    })
    if (!answer.ok) throw new Error(`Registering a partner: ${await answer.text()}`)
    const { data } = /** @type {{ data: { key: string, partner: { client_id: string } } }} */ (
      await answer.json()
    )
    registered.push({ key: data.key, clientId: data.partner.client_id })
  }
  return registered
}

/** Whether the page of the data set says the same time for half a minute: all of the demo is in the feeds then. */
async function isPublished() {
  const before = await newestChange()
  await new Promise((done) => setTimeout(done, 30_000))
  return before !== '' && before === (await newestChange())
}

async function newestChange() {
  const page = await (await fetch(`${site}/api/openactive/quillmoor`)).text()
  return /"dateModified":"([^"]+)"/.exec(page)?.[1] ?? ''
}

/** What the validators would fetch from openactive.io, under the names by which their cache finds it. */
function layVocabulary() {
  const list = (id, file) => ({
    id,
    type: 'ConceptScheme',
    concept: Object.entries(JSON.parse(readFileSync(join(root, 'contract/concepts', file), 'utf8'))).map(
      ([key, prefLabel]) => ({ id: `${id}#${key}`, type: 'Concept', prefLabel }),
    ),
  })
  const documents = {
    'https://openactive.io/activity-list': list('https://openactive.io/activity-list', 'activityList.json'),
    'https://openactive.io/facility-types': list(
      'https://openactive.io/facility-types',
      'facilityTypes.json',
    ),
    'https://openactive.io/ns-beta': { '@context': {}, '@graph': [] },
    'https://openactive.io/ns-extension': { '@context': {}, '@graph': [] },
  }
  for (const part of ['openactive-broker-microservice', 'openactive-integration-tests']) {
    const cache = join(folder, 'packages', part, 'tmp')
    mkdirSync(cache, { recursive: true })
    for (const [url, data] of Object.entries(documents)) {
      const name = `${createHash('sha256').update(url).digest('hex')}.json`
      const answer = { errorCode: 'error_none', statusCode: 200, contentType: 'application/ld+json' }
      writeFileSync(
        join(cache, name),
        JSON.stringify({ ...answer, url, exception: null, fetchTime: Date.now() + 3e11, data }),
      )
    }
  }
}

function counts() {
  let passed = 0
  let failed = 0
  const failedIn = []
  for (const file of readdirSync(join(out, 'json')).filter((name) => name !== 'summary.json')) {
    const { numPassingTests, numFailingTests } = tally(
      JSON.parse(readFileSync(join(out, 'json', file), 'utf8')),
    )
    passed += numPassingTests
    failed += numFailingTests
    if (numFailingTests > 0) failedIn.push([file, numFailingTests])
  }
  return { passed, failed, failedIn }
}

/** A report has each assertion twice: by its stage, and in the log. */
function tally({ flow }) {
  const statuses = JSON.stringify(flow).match(/"status":"(passed|failed)"/g) ?? []
  const numFailingTests = statuses.filter((one) => one.includes('failed')).length
  return { numPassingTests: statuses.length - numFailingTests, numFailingTests }
}

async function until(what, isReady) {
  for (let second = 0; second < 240; second += 1) {
    if (server.exitCode !== null) throw new Error('The server did not start.')
    if (await isReady().catch(() => false)) return
    await new Promise((done) => setTimeout(done, 1000))
  }
  throw new Error(`Waited four minutes for ${what}.`)
}
