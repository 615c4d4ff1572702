import { randomBytes } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { dateNotOffered } from '#contract/failure.ts'
import * as api from '#contract/index.ts'
import { digestOf } from '#server/sessions/tokens.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { testDatabase } from '#test/support/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aJoinableCentre, aMemberWho, joinAs } from '#test/support/joining.ts'
import { aPricingOption } from '#test/support/factories/activities.ts'
import { beginMove } from '#test/support/moves.ts'
import { openPage } from '#test/support/pages.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { thursday } from '#test/support/centre.ts'
import { reportIds } from '#contract/reportTypes.ts'
import { routes as account } from '#web/apps/account/routes.tsx'
import { routes as bookings } from '#web/apps/bookings/routes.tsx'
import { routes as desk } from '#web/apps/desk/routes.tsx'
import { routes as join } from '#web/apps/join/routes.tsx'
import { api as calls } from '#web/platform/api.ts'
import { deskLinks, settingsTabs } from '#web/platform/deskLinks.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { accountLinks, links } from '#web/platform/links.ts'
import { matchRoute } from '#web/platform/screens.ts'
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

const routesOf = { account, bookings, desk, join }

type Site = keyof typeof routesOf

/** What leads to another page and has no words. */
const notOpened = ['MyAccountAddressPage']

/** The English words of a page that no answer of the API contains. */
const englishOn = async (browser: TestBrowser, path: string, site: Site): Promise<string[]> => {
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
  await db.updateTable('operator').set({ onlineGuestPassesEnabled: true }).execute()
  const yoga = await centre.yoga()
  const session = await centre.aClassOf(yoga, '10:00')
  const dearer = await centre.aClassOf(yoga, '11:00', { band: 'late' })
  await aPricingOption(db, yoga.activity.id, { slug: 'late', price: 2000, band: 'late' })
  await centre.badminton(['10:00', '11:00'])
  const gold = await centre.gold()
  const visitor = centre.app.browser()
  const { browser: customer, id } = await centre.customer({ firstName: 'Ann', lastName: 'Ash' })
  await centre.add(customer, session)
  const found: string[] = []
  const opened = new Set<string>()
  const look = async (browser: TestBrowser, site: Site, paths: string[]) => {
    for (const path of paths) {
      const { route } = matchRoute(routesOf[site], path.split('?')[0] ?? '') ?? {}
      if (route !== undefined) opened.add(route.name)
      found.push(...(await englishOn(browser, path, site)))
    }
  }
  await look(customer, 'bookings', [links.basket(), links.checkout(), links.attendees()])
  const { completeOrderId } = await complete(customer, (await authorise(customer)).transactionUuid)
  await look(customer, 'bookings', [
    links.bookingConfirmed(completeOrderId),
    `${links.bookingConfirmed(completeOrderId)}/receipt`,
  ])
  const { bookings: booked } = await customer.send(calls.bookings.order, { completeOrderId })
  const { id: moveId } = await beginMove(customer, booked[0]?.id ?? 0, dearer, 2000)
  await look(customer, 'account', [links.movePayment(moveId)])
  await look(visitor, 'bookings', [
    links.home(),
    links.redirectToSelectedVenue(),
    '/demo-centre',
    links.venue('demo-centre'),
    links.activity('demo-centre', 'yoga'),
    `/location/demo-centre/yoga/${thursday}/by-time`,
    `/location/demo-centre/badminton-60min/${thursday}/by-time`,
    `/location/demo-centre/yoga/${thursday}/by-time/class/${session.publicId}`,
    links.basket(),
    '/login',
    '/login-link',
    links.register(),
    links.newPassword(),
    links.confirmEmail(),
    links.findBooking(),
    links.pricing(),
  ])
  await look(customer, 'account', [
    accountLinks.dashboard(),
    accountLinks.details(),
    accountLinks.security(),
    accountLinks.documents(),
    accountLinks.family(),
    '/family/invitation?code=none',
    accountLinks.privacy(),
    accountLinks.payments(),
    accountLinks.guestPasses(),
    accountLinks.memberships(),
    accountLinks.packages(),
    accountLinks.bookings(),
    accountLinks.waitlists(),
    accountLinks.pastBookings(),
  ])
  await look(visitor, 'account', [
    accountLinks.login(),
    accountLinks.forgottenPassword(),
    accountLinks.goodbye(),
  ])
  const member = await aMemberWho(centre, gold)
  await look(member.browser, 'account', [
    accountLinks.paymentMethod(member.membershipId),
    `/memberships/${member.membershipId}/plan`,
  ])
  const joining = await joinAs(customer, gold.id)
  await look(customer, 'join', [
    joinLinks.home(),
    joinLinks.plans('demo-centre'),
    joinLinks.plan('demo-centre', gold.id),
    joinLinks.pay(joining.id),
    joinLinks.member(joining.id),
  ])
  const desk = centre.app.browser({ site: 'desk' })
  await look(desk, 'desk', [deskLinks.login()])
  await desk.logIn((await aMemberOfStaff(db, centre.operatorId, { staffLevel: 'supervisor' })).id)
  const club = await desk.send(calls.hirers.add, {
    name: 'Park Juniors',
    vatTreatment: 'standard',
    termsDays: 30,
  })
  const secret = randomBytes(24).toString('base64url')
  const soon = new Date(centre.app.clock.now().getTime() + 60_000)
  await db
    .insertInto('hirerLink')
    .values({ hirerId: club.id, secretDigest: digestOf(secret), createdAt: soon, expiresAt: soon })
    .execute()
  await look(visitor, 'account', [`/hires?code=${secret}`])
  await look(desk, 'desk', [
    deskLinks.home(),
    deskLinks.today('demo-centre', thursday),
    deskLinks.daySheet('demo-centre', thursday),
    deskLinks.redirectToSell(),
    deskLinks.sell('demo-centre', thursday),
    deskLinks.session(session.id),
    deskLinks.customers(),
    deskLinks.customer(id),
    deskLinks.newCustomer(),
    deskLinks.documents(),
    deskLinks.bookingRequests(),
    deskLinks.partners(),
    deskLinks.partnerSales(),
    deskLinks.partnerDues(),
    deskLinks.security(),
    deskLinks.securityLog(),
    deskLinks.auditLog(),
    ...settingsTabs.map((tab) => deskLinks.settings(tab)),
    ...reportIds.map((report) => deskLinks.report(report)),
    deskLinks.timetable({ venue: 'demo-centre', monday: thursday }),
    deskLinks.prices(),
    deskLinks.messages(),
    deskLinks.hirers(),
    deskLinks.invoices(),
    deskLinks.hirer(club.id),
    deskLinks.takings('demo-centre', thursday),
    deskLinks.staff(),
    deskLinks.heldPlaces('demo-centre'),
    links.basket(),
    links.checkout(),
    deskLinks.card(),
    links.bookingConfirmed(completeOrderId),
  ])
  expect(found).toEqual([])
  const all = new Set(Object.values(routesOf).flatMap((routes) => routes.map(({ name }) => name)))
  expect([...all].filter((name) => !opened.has(name))).toEqual(notOpened)
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
