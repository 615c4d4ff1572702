import { defineConfig } from '@playwright/test'

/*
 * `HOURS_LATER=9 npm test -- walks` walks at another hour or on another day, in servers, tests and browser alike: what
 * only holds now shows itself. Workers and servers inherit it.
 */
if (process.env['HOURS_LATER'] !== undefined)
  process.env['NODE_OPTIONS'] =
    `--import=${new URL('test/e2e/support/laterProcess.mjs', import.meta.url).href}`

/** Walks through a real browser. The tests start the servers they need: test/e2e/support. */
export default defineConfig({
  testDir: 'test/e2e',
  // bin/screenshots.mjs runs the other kind.
  testMatch: process.env['SCREENSHOTS'] === undefined ? /\.(walk|test)\.ts$/ : /\.shots\.ts$/,
  globalSetup: './test/e2e/support/template.ts',
  outputDir: 'test-results/walks',
  // A walk waits for a fifth of its time.
  workers: 4,
  fullyParallel: false,
  forbidOnly: process.env['CI'] !== undefined,
  // On a machine shared with other work the gate tries a failed walk once more and lists it in its summary; each one
  // listed is a fault to look into. A run by hand tries once.
  retries: process.env['CI'] === undefined ? 0 : 1,
  // Patience costs nothing where things go well, and a busy machine is no fault of the product.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    // A new one for each test costs a second: its cookies and storage are emptied instead.
    reuseContext: true,
    // A trace slows each walk by a fifth; the picture and the page's outline are kept anyway.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
