// `npm run openactive:suite -- FOLDER [category, feature or file …]`: runs the Open Booking API's test suite, of which
// FOLDER is a checkout with its packages installed, against this server on a fresh database with the demo in it.
// `authentication`, and the profiles of that name and `full`, run with OpenID Connect, for which the suite drives a browser:
// PUPPETEER_EXECUTABLE_PATH names it, and the suite's own address is port 3000 then. The profiles have two sellers: the
// demo's operator, and a second one that sells net of tax.
// Options: --random picks from the feeds instead of creating opportunities; --certificate=FOLDER writes the certificate of a
// run without failures there and has the suite's own checker look at it, which takes a profile with OpenID Connect;
// --profile=simple|wide|authentication|full; --sessions leaves out courts; --workers=N runs so many files at once;
// --node=PATH runs the suite with another Node; --out=FOLDER keeps reports and the server's log there. DATABASE_URL names a PostgreSQL database
// to start on; it has to be empty. See docs/openactive.md.
import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { layVocabulary } from './openactiveVocabulary.mjs'
import { openCertificate } from './openactiveCertificate.mjs'
import {
  paymentDetails,
  profiles,
  secondSeller,
  sessionsAlone,
  secondSupervisor,
  withPayee,
} from './openactiveProfiles.mjs'
import { addOpportunities } from './openactiveRandom.mjs'
import { counts } from './openactiveReports.mjs'
import { isBuilt } from './built.mjs'
import { freePort } from './postgres.mjs'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    random: { type: 'boolean', default: false },
    profile: { type: 'string', default: 'simple' },
    node: { type: 'string', default: process.execPath },
    out: { type: 'string' },
    certificate: { type: 'string' },
    sessions: { type: 'boolean', default: false },
    workers: { type: 'string', default: '4' },
  },
})
const [folder = '', ...selected] = positionals
const isFull = values.profile === 'full'
/** With a second seller beside the demo's operator, and OpenID Connect. */
const hasTwoSellers = isFull || values.profile === 'authentication'
const byOpenId = hasTwoSellers || selected.some((name) => /authentication|dynamic-client/.test(name))
const profile = Object.entries(profiles).find(
  ([name]) => name === (byOpenId && !isFull ? 'authentication' : values.profile),
)?.[1]
if (!existsSync(join(folder, 'start.js')) || profile === undefined) {
  console.error(
    'npm run openactive:suite -- FOLDER: a checkout of openactive-test-suite, its packages installed.',
  )
  process.exit(2)
}
if (values.certificate !== undefined && (!hasTwoSellers || selected.length > 0)) {
  console.error('--certificate takes --profile=full or authentication, and all of its features.')
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
const log = openSync(join(out, 'server.log'), 'a')

const supervisor = { username: 'supervisor@example.test', password: 'onside-demo' }
const port = await freePort()
// The suite's browser comes back to a fixed port.
const brokerPort = byOpenId ? 3000 : await freePort()
const site = `http://localhost:${port}`
/** @type {NodeJS.ProcessEnv} */
const environment = {
  ...process.env,
  NODE_ENV: 'test',
  PORT: String(port),
  HOST: '127.0.0.1',
  DATA_DIR: join(scratch, 'data'),
  SITE_BOOKINGS: site,
  CARDS: 'demo',
  LOG_LEVEL: 'error',
}
if (hasTwoSellers) environment.OPERATOR_FILES = copyOperator()
const programs = await buildPrograms()
/** @type {import('node:child_process').ChildProcess} */
let server = startServer()
process.on('exit', () => {
  server.kill('SIGTERM')
  if (values.out !== undefined) rmSync(scratch, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

await until('the server', isReady)
if (hasTwoSellers) {
  await stopServer()
  importSecondSeller()
  server = startServer()
  await until('the server', isReady)
}
const dataset = hasTwoSellers ? `${site}/api/open-data` : `${site}/api/openactive/quillmoor`
const partners = await registerPartners()
const certificate =
  values.certificate === undefined ? null : await openCertificate(resolve(values.certificate))
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
    datasetSiteUrl: dataset,
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
    maximumNumberOfSimultaneousBookings: Number(values.workers),
    ...certificate?.settings,
    outputPath: `${out}/`,
    ...profile,
    ...(values.sessions ? { bookableOpportunityTypesInScope: sessionsAlone } : {}),
  },
  sellers: {
    primary: {
      '@type': 'Organization',
      '@id': `${site}/api/openactive/quillmoor`,
      taxMode: 'https://openactive.io/TaxGross',
      authentication: byOpenId
        ? { loginCredentials: { username: supervisor.username, password: supervisor.password } }
        : { loginCredentials: null, requestHeaders: bearer(partners[0].key) },
      paymentReconciliationDetails: hasTwoSellers ? paymentDetails : null,
    },
    secondary: hasTwoSellers
      ? {
          '@type': 'Organization',
          '@id': `${site}/api/openactive/${secondSeller.operator.slug}`,
          taxMode: 'https://openactive.io/TaxNet',
          authentication: { loginCredentials: secondSupervisor },
        }
      : null,
  },
}
const suiteEnvironment = {
  ...process.env,
  NODE_ENV: 'onside',
  SUPPRESS_STRICTNESS_CHECK: '1',
  PORT: String(brokerPort),
  NODE_CONFIG: JSON.stringify(config),
}
const suiteIn = { folder, node: values.node, env: suiteEnvironment }
if (values.random) {
  const testInterface = `${site}/api/open-booking/test-interface`
  const netSeller = config.sellers.secondary?.['@id']
  const count = await addOpportunities({ ...suiteIn, selected, testInterface, netSeller })
  console.log(`${count} opportunities to pick from`)
}
// Some thousands of items in random mode, a hundred or so at once.
await until('the feeds', isPublished, 15)
layVocabulary(folder)

const started = performance.now()
const suite = spawn(values.node, ['start.js', ...selected], {
  cwd: folder,
  stdio: 'inherit',
  env: suiteEnvironment,
})
const status = await new Promise((done) => suite.once('exit', (code) => done(code ?? 1)))
const minutes = (performance.now() - started) / 60_000
const { passed, failed, failedIn } = counts(out)
for (const [file, number] of failedIn) console.log(`${String(number).padStart(5)} failed in ${file}`)
console.log(
  `\n${passed + failed} assertions, ${passed} passed, ${failed} failed, ${minutes.toFixed(1)} minutes`,
)
console.log(`Reports: ${out}`)
if (status === 0 && certificate !== null)
  console.log(`Checker of the certificate: ${await certificate.check(suiteIn)}`)
process.exit(status)

/** The server with the test interface, which the product does not contain, and the import. */
async function buildPrograms() {
  const outDir = join(root, '.cache/openactive-suite')
  process.chdir(root)
  const { build } = await import('vite')
  await build({
    configFile: 'vite.server.config.ts',
    logLevel: 'warn',
    build: { outDir, rolldownOptions: { input: { main: 'test/open-booking/main.ts' } } },
  })
  return outDir
}

function startServer() {
  return spawn(process.execPath, [join(programs, 'main.js')], {
    cwd: root,
    stdio: ['ignore', log, 'inherit'],
    env: environment,
  })
}

async function isReady() {
  return (await fetch(`${site}/readyz`)).ok
}

async function stopServer() {
  const ended = new Promise((done) => server.once('exit', done))
  server.kill('SIGTERM')
  await ended
}

/** The files of the demo, with what the full profile needs of its operator. */
function copyOperator() {
  const files = join(scratch, 'operator')
  cpSync(resolve(root, environment.OPERATOR_FILES ?? 'demo'), files, { recursive: true })
  const operator = JSON.parse(readFileSync(join(files, 'operator.json'), 'utf8'))
  writeFileSync(join(files, 'operator.json'), JSON.stringify(withPayee(operator)))
  return files
}

/** An operator beside the demo's, with nothing but a supervisor. */
function importSecondSeller() {
  const files = join(scratch, 'second-seller')
  mkdirSync(files)
  for (const [name, content] of Object.entries(secondSeller))
    writeFileSync(join(files, `${name}.json`), JSON.stringify(content))
  const { status: ended } = spawnSync(process.execPath, [join(programs, 'import.js'), files], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  })
  if (ended !== 0) throw new Error('The second seller was not imported.')
}

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
  const page = await (await fetch(dataset)).text()
  return /"dateModified":"([^"]+)"/.exec(page)?.[1] ?? ''
}

async function until(what, isReady, minutes = 4) {
  const end = performance.now() + minutes * 60_000
  while (performance.now() < end) {
    if (server.exitCode !== null) throw new Error('The server did not start.')
    if (await isReady().catch(() => false)) return
    await new Promise((done) => setTimeout(done, 1000))
  }
  throw new Error(`Waited ${minutes} minutes for ${what}.`)
}
