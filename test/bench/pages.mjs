// How soon a page is painted and interactive on a slow phone, and how long it blocks, beside two limits: the same HTML
// without script, and the same HTML with React hydrating an empty component. The limits have the fonts and pictures that
// the HTML names, and are compressed as ours is.
import { readFileSync, readdirSync } from 'node:fs'
import { createServer, get } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { head, ms, say } from './report.mjs'

/** One paint is a third sooner or later than the next. */
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)

/** So many turns take about 50 ms where nothing else runs. */
const loops = 2_000_000

/** @param {{ port: number, folder: string, timetable: string, slots: number }} settings of the running server */
export async function pages({ port, folder, timetable, slots }) {
  const react = await builtFloor(folder)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  })
  try {
    await compared(browser, port, '/', 'Home', react)
    await compared(browser, port, timetable, `Timetable of ${slots} slots`, react)
  } finally {
    await browser.close()
  }
}

async function compared(browser, port, path, title, react) {
  const page = `http://localhost:${port}${path}`
  const html = await (await fetch(page)).text()
  const still = html.replace(/<script[^]*?<\/script>/g, '').replace(/<link[^>]*modulepreload[^>]*>/g, '')
  const floor = still.replace(
    '</body>',
    '<div id="empty"></div><script type="module" src="/react.js"></script></body>',
  )
  const origin = `http://localhost:${port}`
  const type = 'text/html; charset=utf-8'
  const withoutScript = await served({ '/': [type, compressed(still, 5)] }, origin)
  const emptyReact = await served(
    { '/': [type, compressed(floor, 5)], '/react.js': ['text/javascript', compressed(react, 11)] },
    origin,
  )
  const seen = { still: [], floor: [], ours: [], machine: [] }
  // In turn, so that whatever else the machine does falls on all.
  for (let round = 0; round < rounds; round += 1) {
    seen.machine.push(machineTime())
    seen.still.push(await measured(browser, withoutScript.url, false))
    seen.floor.push(await measured(browser, emptyReact.url, true))
    seen.ours.push(await measured(browser, page, true))
  }
  withoutScript.close()
  emptyReact.close()
  const middle = (list, of) => list.map(of).toSorted((a, b) => a - b)[Math.floor(rounds / 2)]
  // By pairs of one round, so that a slow moment of the machine is in both sides of a ratio.
  const paired = (one, other, of) => middle(one, (_, round) => of(one[round]) / of(other[round]))
  const [paint, ready, blocked] = [(one) => one.paint, (one) => one.ready, (one) => one.blocked]
  const times = (ratio) => `${ratio.toFixed(2)} ×`
  head(`${title} (slow 4G, processor 4 times slower, 412 px, median of ${rounds})`)
  const [fastest, slowest] = [Math.min(...seen.machine), Math.max(...seen.machine)]
  say(
    'The machine: a loop that takes 50 ms on a quiet one',
    ms(middle(seen.machine, (one) => one)),
    `${ms(fastest)} to ${ms(slowest)}`,
  )
  say('Largest paint: the same HTML without script', ms(middle(seen.still, paint)))
  say('Largest paint: React with an empty component', ms(middle(seen.floor, paint)))
  say(
    'Largest paint: Onside',
    ms(middle(seen.ours, paint)),
    `${times(paired(seen.ours, seen.still, paint))} without script (aim 1.05)`,
  )
  say('Interactive: React with an empty component', ms(middle(seen.floor, ready)))
  say(
    'Interactive: Onside',
    ms(middle(seen.ours, ready)),
    `${times(paired(seen.ours, seen.floor, ready))} the empty component (aim 1.25)`,
  )
  say('Blocking time: the same HTML without script', ms(middle(seen.still, blocked)))
  say('Blocking time: React with an empty component', ms(middle(seen.floor, blocked)))
  say('Blocking time: Onside', ms(middle(seen.ours, blocked)), '(aim 100 ms)')
  const shift = Math.max(...seen.ours.map((one) => one.shift))
  say('Layout shift: Onside', shift.toFixed(3))
  for (const { value, at, moved } of seen.ours.flatMap((one) => one.shifts))
    say(`  ${value.toFixed(3)} at ${ms(at)}`, moved.join('; '))
}

/** Milliseconds that a fixed amount of arithmetic takes: how busy the machine is at this moment. */
function machineTime() {
  const from = performance.now()
  let sum = 0
  for (let index = 0; index < loops; index += 1) sum = (sum * 31 + index) % 1_000_003
  if (sum < 0) throw new Error('A remainder is not negative.')
  return performance.now() - from
}

/** Loads a page once in a fresh browser context, slowed down. */
async function measured(browser, url, isHydrated) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 } })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const seen = { paint: 0, ready: 0, blocked: 0, shift: 0, shifts: [] }
    window.benchSeen = seen
    const observe = (type, note) => {
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    }
    observe('largest-contentful-paint', (entry) => (seen.paint = entry.startTime))
    const nameOf = (node) =>
      node === null
        ? 'something that is gone'
        : `${node.nodeName.toLowerCase()} “${(node.textContent ?? '').trim().slice(0, 40)}”`
    observe('layout-shift', ({ value, startTime, sources }) => {
      seen.shift += value
      seen.shifts.push({
        value,
        at: startTime,
        moved: sources.map(
          ({ node, previousRect: before, currentRect: after }) =>
            `${nameOf(node)} ${Math.round(before.x)},${Math.round(before.y)} to ${Math.round(after.x)},${Math.round(after.y)}, ` +
            `${Math.round(before.width)}×${Math.round(before.height)} to ${Math.round(after.width)}×${Math.round(after.height)}`,
        ),
      })
    })
    observe('longtask', (entry) => (seen.blocked += Math.max(0, entry.duration - 50)))
    new MutationObserver(() => {
      if (seen.ready === 0 && document.querySelector('#root[data-live]') !== null)
        seen.ready = performance.now()
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-live'] })
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const slow4G = { offline: false, latency: 562, downloadThroughput: 180_000, uploadThroughput: 84_000 }
  await devtools.send('Network.emulateNetworkConditions', slow4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.goto(url, { waitUntil: 'load' })
  if (isHydrated) await page.waitForSelector('#root[data-live]', { state: 'attached' })
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(300)
  const seen = await page.evaluate(() => window.benchSeen)
  await context.close()
  return seen
}

/** React and the empty component as one module, minified as ours is. */
async function builtFloor(folder) {
  const outDir = join(folder, 'floor')
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: join(import.meta.dirname, 'emptyHydration.mjs') },
    },
  })
  const [file] = readdirSync(join(outDir, 'assets'))
  return readFileSync(join(outDir, 'assets', file), 'utf8')
}

/** The quality that the server has for pages is 5, and that of the build for scripts 11. */
const compressed = (text, quality) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })

/** Serves a few bodies from memory, and all else as the server at `origin` does. */
function served(answers, origin) {
  const server = createServer((request, response) => {
    const [type, body] = answers[request.url] ?? []
    if (body === undefined) {
      forward(origin, request, response)
      return
    }
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length, 'Content-Encoding': 'br' })
    response.end(body)
  })
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({ url: `http://localhost:${server.address().port}/`, close: () => server.close() }),
    )
  })
}

function forward(origin, { url, headers }, response) {
  get(origin + url, { headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers)
    answer.pipe(response)
  }).on('error', () => response.writeHead(502).end())
}
