import { beforeEach, expect, it } from 'vitest'
import { dateNotOffered } from '#contract/failure.ts'
import { api } from '#contract/index.ts'
import { testDatabase } from '#test/support/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aJoinableCentre } from '#test/support/joining.ts'
import { openPage } from '#test/support/pages.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { thursday } from '#test/support/centre.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { accountLinks, links } from '#web/platform/links.ts'
import { opening } from '#test/pseudoWords.ts'

/*
 * The API and the pages in a language that nobody speaks (pseudoLanguage.ts): what is still English came from our code
 * without passing a catalogue, or is a day that the page shows in the wire's words.
 */

/** English on purpose: names of companies and currencies, and codes that are no words. */
const names = /^(onside|google|apple|visa|pdf|jpeg|png|csv|mb|min|km|openstreetmap|leaflet)$/i

/** The wire's words for days are for programs; a page formats the day itself. */
const daysOfWire =
  /^(dayPretty|datePretty|fullDatePretty|fullDate|day_pretty|date_pretty|full_date_pretty|full_date|difference)$/

const wordsOf = (text: string): string[] => text.match(/\p{L}{2,}/gu) ?? []

/** The words of the data in an answer. Sentences of ours have accents, so they add none. */
const wordsInData = (value: unknown, name = ''): string[] => {
  if (typeof value === 'string') return daysOfWire.test(name) ? [] : wordsOf(value)
  if (Array.isArray(value)) return value.flatMap((one) => wordsInData(one, name))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) => wordsInData(one, key))
}

const isEnglish = (word: string): boolean => /^[a-z]+$/i.test(word) && !names.test(word)

/** The English words of a page that no answer of the API contains. */
const englishOn = async (
  browser: TestBrowser,
  path: string,
  site: 'bookings' | 'account' | 'join' | 'desk',
): Promise<string[]> => {
  const data = new Set<string>()
  const listening: TestBrowser = {
    ...browser,
    fetch: async (address, init) => {
      const response = await browser.fetch(address, init)
      const answer: unknown = await response
        .clone()
        .json()
        .catch(() => null)
      for (const word of wordsInData(answer)) data.add(word.toLowerCase())
      return response
    },
  }
  const { text, status } = await openPage(listening, path, site)
  expect([path, status]).toEqual([path, 200])
  expect(text).toContain(opening)
  const own = wordsOf(text.replaceAll(/&\w+;/g, ' ')).filter(
    (word) => isEnglish(word) && !data.has(word.toLowerCase()),
  )
  return own.length === 0 ? [] : [`${site}${path}: ${[...new Set(own)].join(' ')}`]
}

type Centre = Awaited<ReturnType<typeof aJoinableCentre>>

let centre: Centre

beforeEach(async () => {
  centre = await aJoinableCentre((await testDatabase()).db)
})

it('a page has no English of ours and no day in the words of the wire', async () => {
  const db = centre.db
  const session = await centre.aClassOf(await centre.yoga(), '10:00')
  await centre.badminton(['10:00', '11:00'])
  const gold = await centre.gold()
  const visitor = centre.app.browser()
  const { browser: customer, id } = await centre.customer({ firstName: 'Ann', lastName: 'Ash' })
  await centre.add(customer, session)
  const found: string[] = []
  const look = async (
    browser: TestBrowser,
    site: 'bookings' | 'account' | 'join' | 'desk',
    paths: string[],
  ) => {
    for (const path of paths) found.push(...(await englishOn(browser, path, site)))
  }
  await look(customer, 'bookings', [links.basket(), links.checkout()])
  await centre.buy(customer)
  await look(visitor, 'bookings', [
    links.home(),
    links.venue('demo-centre'),
    `/location/demo-centre/yoga/${thursday}/by-time`,
    `/location/demo-centre/badminton-60min/${thursday}/by-time`,
    `/location/demo-centre/yoga/${thursday}/by-time/class/${session.publicId}`,
    links.basket(),
    links.register(),
    links.findBooking(),
  ])
  await look(customer, 'account', [
    accountLinks.dashboard(),
    accountLinks.details(),
    accountLinks.security(),
    accountLinks.documents(),
    accountLinks.family(),
    accountLinks.privacy(),
    accountLinks.payments(),
    accountLinks.memberships(),
    accountLinks.packages(),
    accountLinks.bookings(),
    accountLinks.waitlists(),
  ])
  await look(visitor, 'account', [accountLinks.login(), accountLinks.forgottenPassword()])
  await look(visitor, 'join', ['/location/demo-centre', `/location/demo-centre/${gold.id}`])
  const desk = centre.app.browser({ site: 'desk' })
  await look(desk, 'desk', [deskLinks.login()])
  await desk.logIn((await aMemberOfStaff(db, centre.operatorId, { staffLevel: 'supervisor' })).id)
  await look(desk, 'desk', [
    deskLinks.today('demo-centre', thursday),
    deskLinks.sell('demo-centre', thursday),
    deskLinks.session(session.id),
    deskLinks.customers(),
    deskLinks.customer(id),
    deskLinks.newCustomer(),
    deskLinks.documents(),
    deskLinks.takings('demo-centre', thursday),
    deskLinks.staff(),
    deskLinks.heldPlaces('demo-centre'),
  ])
  expect(found).toEqual([])
})

it('a refusal of any endpoint is worded by the catalogue', async () => {
  const { browser: customer } = await centre.customer()
  const desk = centre.app.browser({ site: 'desk' })
  await desk.logIn((await aMemberOfStaff(centre.db, centre.operatorId, { staffLevel: 'supervisor' })).id)
  const english = new Set<string>()
  let sentences = 0
  for (const browser of [centre.app.browser(), customer, desk]) {
    for (const { method, path } of Object.values(api).flatMap((noun) => Object.values(noun))) {
      if (path.includes('logout') || path.includes('open-booking')) continue
      const response = await browser.fetch(`/api${path.replaceAll(/\{\w+\}/g, '1')}`, {
        method,
        ...(method === 'GET' ? {} : { body: '{}', headers: { 'Content-Type': 'application/json' } }),
      })
      if (response.ok) continue
      if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) continue
      const { message, errors = {} } = (await response.json()) as {
        message: string
        errors?: Record<string, string[]>
      }
      for (const sentence of [message, ...Object.values(errors).flat()]) {
        sentences += 1
        if (!sentence.includes(opening)) english.add(sentence)
      }
    }
  }
  expect(sentences).toBeGreaterThan(500)
  // Programs in use compare it (wire §1.5).
  english.delete(dateNotOffered)
  expect([...english]).toEqual([])
})
