import { describe, expect, it, vi } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { createSession } from '#server/sessions/tokens.ts'
import { aCentre, monday } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { receivedMessages } from '#test/support/messages.ts'
import { plainBrowsers } from '#test/support/plainBrowser.ts'
import { aSecondFactor, password, passwordHash, username } from '#test/support/secondFactor.ts'

// The first page loads all of the pages' code, on a machine that others use as well.
vi.setConfig({ testTimeout: 120_000 })

/* Logging in, in a browser without script. */

const address = /^E-mail address or customer number/

describe('without script a mailed link', () => {
  it('is requested, logs in, and asks before it does so in another browser', async () => {
    const { db } = await testDatabase()
    const centre = await aCentre(db)
    await centre.customer({ firstName: 'Nell', email: 'nell@example.test' })
    const site = plainBrowsers(db, monday)
    const page = site.open()
    await page.open('/login-link?redirect=/basket')
    page.fill(address, '', 'main')
    await page.press(/^Send link$/)
    expect(page.text()).toContain('Enter your e-mail address or customer number.')
    page.fill(address, 'nell@example.test', 'main')
    await page.press(/^Send link$/)
    expect(page.text('main')).toContain("If there's an account with this address")

    const { clock, services } = site.app
    const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
    const handlers = jobHandlers({ db, clock, log, services })
    while ((await runDueJobs(db, handlers, clock.now(), log)) > 0);
    const mail = (await receivedMessages(db, site.app)).find(({ kind }) => kind === 'login_link')
    const link = /http\S+\/login-link\?code=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? ''

    const other = site.open()
    await other.open(link)
    await other.press(/^Log in$/, 'main')
    expect(other.text('main')).toContain('It logs you in as nell@example.test.')
    await page.open(link)
    await page.press(/^Log in$/, 'main')
    expect(page.text('header')).toContain('Nell')
    expect(page.path()).not.toContain('code=')
    // Used once, it is used up in the other browser.
    await other.press(/^Log in here$/)
    expect(other.text('main')).toContain('This link has been used or has expired.')
  })

  it('of a program in use that names another person asks by a plain form, too', async () => {
    const { db } = await testDatabase()
    const centre = await aCentre(db)
    const nell = await centre.customer({ firstName: 'Nell' })
    await centre.customer({ firstName: 'Ravi', email: 'ravi@example.test', passwordHash })
    const { token } = await createSession(db, nell.id, monday)
    const page = plainBrowsers(db, monday).open()
    await page.open('/login?redirect=/basket')
    page.fill(address, 'ravi@example.test', 'dialog[open]')
    page.fill(/^Password/, password, 'dialog[open]')
    await page.press(/^Log in$/, 'dialog[open]')
    expect(page.text('header')).toContain('Ravi')
    await page.open(`/basket?token=${token}`)
    await page.press(/Nell/)
    expect(page.text('header')).toContain('Nell')
  })
})

it('without script the second step is a plain form: wrong first, then with a recovery code, and then remembered', async () => {
  const { db, app, turnOn, logIn } = await aSecondFactor()
  const own = app.browser()
  await logIn(own)
  const { recoveryCodes } = await turnOn(own)
  const page = plainBrowsers(db, app.clock.now()).open('account')
  const typePassword = async (): Promise<void> => {
    await page.open('/login?redirect=/bookings')
    page.fill(/e-?mail/i, username, 'main')
    page.fill(/^Password/, password, 'main')
    await page.press(/^Log in$/, 'main')
  }
  await typePassword()
  expect(page.text('main')).toContain('Enter the code from your authenticator app.')
  page.fill(/^Code/, '000000', 'main')
  await page.press(/^Log in$/, 'main')
  expect(page.text('[role=alert]')).toContain("This code isn't right. Wait for the next one and try again.")
  // A phone whose clock is wrong shows wrong codes.
  expect(page.text('main')).toContain('let your phone set its time automatically')
  page.fill(/^Code/, recoveryCodes[0] ?? '', 'main')
  page.check(/^Don't ask for a code in this browser for 30 days/)
  await page.press(/^Log in$/, 'main')
  expect(page.path()).toBe('/bookings')
  // This browser is remembered: the password alone is enough.
  for (const name of page.browser.cookies.keys())
    if (name.startsWith('authToken')) page.browser.cookies.delete(name)
  await page.open('/bookings')
  expect(page.path()).toMatch(/^\/login/)
  await typePassword()
  expect(page.path()).toBe('/bookings')
})
