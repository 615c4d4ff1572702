import { beforeAll, describe, expect, it } from 'vitest'
import { optionalMessages } from '#contract/optionalMessages.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { noticeKinds } from '#server/noticeKinds.ts'
import { layOutNotice, picturesOf } from '#server/notices/present.ts'
import { factsWithPlainNames } from '#server/notices/rules.ts'
import type { NoticeContext } from '#server/notices/rules.ts'
import { sellerOf } from '#server/operator/find.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { anInvoice } from '#test/support/invoices.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { routes as accountRoutes } from '#web/apps/account/routes.tsx'
import { routes as bookingsRoutes } from '#web/apps/bookings/routes.tsx'
import { routes as deskRoutes } from '#web/apps/desk/routes.tsx'
import { api } from '#web/platform/api.ts'
import { accountLinks } from '#web/platform/links.ts'
import { matchRoute } from '#web/platform/screens.ts'
import { factsOf, sites, waitlist } from './noticeFacts.ts'

/* Every kind of e-mail, composed from facts like those that the product stores. */

const routes = new Map([
  [sites.bookings, bookingsRoutes],
  [sites.account, accountRoutes],
  [sites.desk, deskRoutes],
])

/** Kinds after which there is nothing to open. */
const withoutLink = ['account_closed', 'address_changed', 'membership_taken_over', 'reference_used']

/** Ways to reach the venue. */
const elsewhere = /^(tel:|mailto:|https:\/\/www\.google\.com\/maps\/)/

/** Addresses that the server answers itself. */
const served = /^\/(codes\/[\w-]+\.png|order-links\/[\w-]+|payment-links\/[\w-]+|news-links\/[\w.-]+)$/

/** The end of a name that a mail program would turn into a link. */
const asLink = '\u3002evil.example'

/** The people of the facts. */
const people = /^(Ann|Kit|Ravi Pendale|Maya Thornley|Ann Ash and Tom Ash)$/

/** The facts as they are stored when each of their people has such a name. */
const withLinksAsNames = (facts: unknown): unknown => {
  if (typeof facts === 'string') return people.test(facts) ? facts + asLink : facts
  if (Array.isArray(facts)) return facts.map(withLinksAsNames)
  if (typeof facts !== 'object' || facts === null) return facts
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, withLinksAsNames(value)]))
}

let centre: Centre
let context: NoticeContext
let facts: ReturnType<typeof factsOf>

beforeAll(async () => {
  centre = await aCentre((await testDatabase()).db)
  const { db, app, operatorId } = centre
  const session = await centre.aClassOf(await centre.yoga(), '10:00')
  const parent = await centre.customer({ firstName: 'Ravi', lastName: `Pendale${asLink}` })
  const child = await aChildOf(db, operatorId, parent.id, { firstName: `Kit${asLink}` })
  const guest = app.browser()
  const order = async (browser: typeof guest, items: Parameters<typeof add>[1]) => {
    await add(browser, items)
    const { transactionUuid } = await authorise(browser)
    return (await complete(browser, transactionUuid)).completeOrderId
  }
  const add = (browser: typeof guest, items: { id: string; purchasedForUserId?: number }[]) =>
    browser.send(api.baskets.add, { items })
  const orderId = await order(parent.browser, [
    { id: session.publicId },
    { id: session.publicId, purchasedForUserId: child.id },
  ])
  const guestOrderId = await order(guest, [{ id: session.publicId }])
  const { bookings } = await parent.browser.send(api.bookings.order, { completeOrderId: orderId })
  const { hirerId, invoiceId, creditNoteId } = await anInvoice(
    db,
    { operatorId, venueId: centre.venue.id, word: 'Aces' },
    app.clock.now(),
  )
  facts = factsOf({
    operatorId,
    orderId,
    guestOrderId,
    bookingId: bookings[0]?.id ?? 0,
    occurrenceId: session.id,
    hirerId,
    invoiceIds: [invoiceId, creditNoteId],
  })
  context = {
    tx: db,
    seller: await sellerOf(db, operatorId),
    sites,
    messages: operatorMessages(),
    passes: { apple: null, google: null },
    now: app.clock.now(),
  }
})

it('there are facts here for every kind', () => {
  expect(Object.keys(facts).toSorted()).toEqual(noticeKinds.map(({ kind }) => kind).toSorted())
})

it('every message that can be done without is one of the kinds', () => {
  const kinds = noticeKinds.map(({ kind }) => kind)
  for (const kind of optionalMessages) expect(kinds).toContain(kind)
})

describe.each(noticeKinds)('E14: an e-mail of kind $kind', ({ kind, write }) => {
  it('has a subject, a text and HTML that say the same, and links that lead to a page', async () => {
    const forms = facts[kind] ?? []
    expect(forms).not.toEqual([])
    for (const form of forms) {
      const content = await write(form as never, context)
      const { subject, text, html } = layOutNotice(
        content,
        { ...context.seller, logo: null, venue: null },
        context.messages,
      )
      expect(subject).toMatch(/^\S.{5,149}$/)
      expect(text).toContain(content.heading)
      for (const words of [subject, text, html])
        expect(words).not.toMatch(/undefined|null|NaN|Invalid|\{\w+\}/)
      for (const block of content.blocks) {
        const words =
          block.type === 'list' ? block.items.flatMap(({ title, lines }) => [title, ...lines]) : []
        if (block.type === 'text') words.push(block.text)
        if (block.type === 'link') words.push(block.label, block.href)
        for (const one of words) expect(text).toContain(one)
      }
      const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, found = '']) =>
        unescaped(found),
      )
      expect(/<a href="http/.test(html)).toBe(!withoutLink.includes(kind))
      // What comes with it.
      const pictures = picturesOf(content).map(({ contentId }) => `cid:${contentId}`)
      expect(addresses.filter((found) => found.startsWith('cid:'))).toEqual(pictures)
      for (const found of addresses)
        if (!elsewhere.test(found) && !pictures.includes(found)) expectPage(found)
    }
  })

  it('has no link in the name of a person', async () => {
    for (const form of facts[kind] ?? []) {
      const stored = factsWithPlainNames(withLinksAsNames(form))
      const { subject, text } = layOutNotice(
        await write(stored as never, context),
        { ...context.seller, logo: null, venue: null },
        context.messages,
      )
      expect(subject + text).not.toMatch(/evil\.example|\u3002/)
    }
  })
})

it('E14: a waitlist message leads to the waitlists, not to the bookings beside them', async () => {
  const withdrawn = noticeKinds.find(({ kind }) => kind === 'waitlist_withdrawn')
  const { blocks } = (await withdrawn?.write(waitlist as never, context)) ?? { blocks: [] }
  expect(blocks).toContainEqual(expect.objectContaining({ href: sites.account + accountLinks.waitlists() }))
})

const unescaped = (text: string): string => text.replaceAll('&amp;', '&')

const expectPage = (found: string): void => {
  const { origin, pathname, searchParams } = new URL(found)
  expect([...routes.keys()]).toContain(origin)
  if (served.test(pathname)) return
  const page = matchRoute(routes.get(origin) ?? [], pathname)?.route.name
  // A page of its own: the short addresses take anything for a venue.
  expect({ found, page }).toMatchObject({ page: expect.stringMatching(/^(?!ShortAddress)/) as string })
  const next = searchParams.get('redirect')
  if (next !== null) expectPage(origin + next)
}
