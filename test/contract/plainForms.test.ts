import { beforeEach, describe, expect, it, vi } from 'vitest'
import { hashOf } from '#server/sessions/passwords.ts'
import { aCentre, monday, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { plainBrowsers } from '#test/support/plainBrowser.ts'
import { termsOfRegistration } from '#test/support/registration.ts'

// The first page loads all of the pages' code, on a machine that others use as well.
vi.setConfig({ testTimeout: 120_000 })

/* What people do in a browser without script: every form is sent and every link followed as HTML says. */

const password = 'rain on court four'

let centre: Centre
let site: ReturnType<typeof plainBrowsers>

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  site = plainBrowsers(centre.db, monday)
})

const aCustomerWho = async (more: { email: string; firstName: string }) =>
  centre.customer({ ...more, passwordHash: await hashOf(password) })

describe('without script', () => {
  it('A05 A21: log-in is a plain form, which says what is wrong and leads on', async () => {
    await aCustomerWho({ email: 'maya@example.test', firstName: 'Maya' })
    const page = site.open()
    await page.open('/?login=1')
    const dialog = 'dialog[open]'
    page.fill(/e-?mail/i, 'maya@example.test', dialog)
    page.fill(/password/i, 'wrong', dialog)
    await page.press(/^Log in$/, dialog)
    expect(page.text(`${dialog} [role=alert]`)).toMatch(/\S/)
    expect(page.field(/e-?mail/i, dialog).value).toBe('maya@example.test')
    page.fill(/password/i, password, dialog)
    await page.press(/^Log in$/, dialog)
    expect(page.all(dialog).length).toBe(0)
    expect(page.text('header')).toContain('Maya')
    const body = new URLSearchParams({ call: 'login', username: 'maya@example.test', password })
    const foreign = await site.app
      .browser({ origin: 'https://elsewhere.example' })
      .fetch('/?login=1', { method: 'POST', body })
    expect(foreign.status).toBe(403)
  })

  it('A05 A21: sign-up is a plain form, which keeps what was typed and leads on', async () => {
    await termsOfRegistration(centre.db, centre.operatorId)
    const page = site.open()
    await page.open('/register?redirect=/basket')
    page.fill(/First name/, 'Nora')
    await page.press(/^Create an account$/)
    expect(page.text()).toContain('You must accept the terms.')
    expect(page.field(/First name/).value).toBe('Nora')
    page.fill(/Last name/, 'Noscript')
    page.fill(/Date of birth/, '21/6/1990')
    page.fill(/E-mail address/, 'nora@example.test')
    page.fill(/Password/, 'a long enough phrase')
    page.check(/accept/)
    await page.press(/^Create an account$/)
    expect(page.path()).toBe('/basket')
    expect(page.text('header')).toContain('Nora')
  })

  it('D01: an item of the basket is removed by a plain form', async () => {
    const page = site.open()
    const { slots } = await centre.badminton(['10:00'])
    await centre.add(page.browser, slots[0]!)
    await page.open('/basket')
    await page.press(/^Remove\b.*adminton/)
    expect(page.path()).toBe('/basket')
    expect(page.text('main')).toContain('Your basket is empty')
  })

  it('B01 A12: every page on the way to a time arrives complete', async () => {
    await centre.badminton(['10:00', '11:00'])
    const page = site.open()
    await page.open('/')
    await page.follow(/Demo Centre/, 'main')
    expect(page.text('h1')).toContain('Demo Centre')
    // The menu lies over the header, where it can be closed.
    await page.open('/location/demo-centre?menu=1')
    expect(page.text('dialog[open]')).toContain('Menu')
    await page.press(/Close menu/, 'dialog[open]')
    expect(page.all('dialog[open]').length).toBe(0)
    await page.follow(/Badminton/i, 'main')
    await page.open(page.find('nav[aria-label="Choose a date"] a', /4 March/).getAttribute('href') ?? '')
    expect(page.path()).toContain(thursday)
    expect(page.text('h2')).toMatch(/\S/)
    expect(page.text('main').match(/£\d/g)?.length).toBeGreaterThan(1)
  })

  it('C02: each court of the grid is a link to its page', async () => {
    await centre.badminton(['10:00'])
    const page = site.open()
    await page.open(`/location/demo-centre/badminton-60min/${thursday}/location`)
    await page.follow(/^£.*Court B, /, 'table')
    expect(page.path()).toMatch(/\/location\/[^/]+$/)
    expect(page.text('dialog[open] h2, h2')).toContain('adminton')
  })

  it.each([
    [`/location/demo-centre/yoga/${thursday}/by-time/class/AQGnolonger`],
    ['/location/demo-centre/yoga/2020-01-06/by-time/class/4400123'],
  ])('A12: %s is a class that is gone: the page says so and offers the nearest', async (path) => {
    await centre.aClassOf(await centre.yoga(), '10:00')
    const page = site.open()
    await page.open(path)
    expect(page.text()).toContain('This is no longer in the timetable')
    expect(page.text()).toContain('The nearest one you can book:')
    await page.follow(/^Yoga.* to \d\d:\d\d$/)
    expect(page.text('dialog[open]')).toContain('Yoga')
  })

  it('C12 C14: a town is found by the form alone, as a list', async () => {
    await centre.db.updateTable('venue').set({ lat: 53.6158, lng: -2.1557 }).execute()
    const page = site.open()
    await page.open('/')
    const search = page.all('form[role=search] input[type=search]')[0] as unknown as HTMLInputElement
    search.value = 'Rochdale'
    await page.press(/^Search$/, 'form[role=search]')
    expect(page.text('main')).toMatch(/1 venue within 5 miles of Rochdale/)
    expect(page.text('ol[aria-label="Venues"], ul[aria-label="Venues"]')).toContain('Demo Centre')
  })

  it('C12 C13: names the nearest venue when none is within the radius, and offers to widen it', async () => {
    await centre.db.updateTable('venue').set({ lat: 53.6158, lng: -2.1557 }).execute()
    const page = site.open()
    await page.open('/?near=Buxton')
    expect(page.text('main')).toContain('No venues within 5 miles of Buxton')
    expect(page.text('main')).toMatch(/Nearest: Demo Centre, \d+ miles?/)
    await page.follow(/^Show venues within \d+ miles$/)
    expect(page.text('main')).toMatch(/1 venue within \d+ miles of Buxton/)
    expect(page.text('ol[aria-label="Venues"], ul[aria-label="Venues"]')).toContain('Demo Centre')
  })

  it.each(['2027-05-03', '2027-02-27'])(
    'C05: only days on offer can be chosen; %s leads to the nearest, and says so',
    async (day) => {
      await centre.aClassOf(await centre.yoga(), '10:00')
      const page = site.open()
      await page.open(`/location/demo-centre/yoga/${day}`)
      expect(page.path()).not.toContain(day)
      expect(page.text()).toContain("You can't book that day. Here's the nearest day you can book.")
      const days = page.all('nav[aria-label="Choose a date"] a')
      expect(days.length).toBeGreaterThan(0)
      expect(days.length).toBeLessThanOrEqual(8)
    },
  )

  it('C06 C07: a filter in the address applies, and the page says what it hides', async () => {
    const yoga = await centre.yoga()
    for (const time of ['10:00', '14:00']) await centre.aClassOf(yoga, time)
    const page = site.open()
    const prices = () => page.text('main li').match(/£\d/g)?.length ?? 0
    await page.open(`/location/demo-centre/yoga/${thursday}`)
    const before = prices()
    await page.open(`/location/demo-centre/yoga/${thursday}?from=12%3A00`)
    expect(page.text('main')).toMatch(/hide/i)
    expect(prices()).toBeLessThan(before)
  })

  it('C04 C09: a place that one person takes is unavailable to another', async () => {
    const { slots } = await centre.badminton(['10:00'])
    const other = site.open()
    const path = `/location/demo-centre/badminton-60min/${thursday}/location?all=1`
    await other.open(path)
    other.find('a', /^£.*Court B, 10:00/)
    await centre.add(site.open().browser, slots[1]!)
    await other.open(path)
    expect(() => other.find('a', /^£.*Court B, 10:00/)).toThrow(/has no a/)
    other.find('a', /^£.*Court A, 10:00/)
  })

  it('C05: every day of the strip says how many times it has, in both views the same', async () => {
    await centre.badminton(['10:00', '11:00'])
    const page = site.open()
    const daysOf = async (view: string): Promise<string[]> => {
      await page.open(`/location/demo-centre/badminton-60min/${thursday}/${view}`)
      return page
        .all('nav[aria-label="Choose a date"] li a')
        .map((day) => day.getAttribute('aria-label') ?? '')
    }
    const byTime = await daysOf('time')
    expect(byTime.length).toBeGreaterThan(5)
    for (const name of byTime) expect(name).toMatch(/ times? available|Nothing on|log in to book now/)
    expect(await daysOf('location')).toEqual(byTime)
  })
})
