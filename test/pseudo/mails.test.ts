import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { operatorMessages } from '#server/messages/languages.ts'
import { noticeKinds } from '#server/noticeKinds.ts'
import { sellerOf } from '#server/operator/find.ts'
import { factsOf, sites } from '#test/contract/noticeFacts.ts'
import { opening } from '#test/pseudoWords.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import { anInvoice } from '#test/support/invoices.ts'
import { testDatabase } from '#test/support/database.ts'
import { api } from '#web/platform/api.ts'

/** Data have none of them: an English day in a mail was made by us. */
const ofDays =
  /^(mon|tue|wed|thu|fri|sat|sun)$|day$|^(january|february|march|april|june|july|august|(sept|octo|novem|decem)ber|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec)$/

/** What was worded when the event was stored, in the operator's language (docs/decisions/0056-words-by-value.md). */
const storedWords = (facts: unknown): string[] => {
  if (typeof facts === 'string') return facts.includes(' ') ? [facts] : []
  return typeof facts === 'object' && facts !== null ? Object.values(facts).flatMap(storedWords) : []
}

/* Every kind of mail in a language that nobody speaks, as test/pseudo/words.test.ts does with pages. */

const wordsOf = (text: string): string[] => text.match(/\p{L}{3,}/gu) ?? []

it('a mail has no English of ours, neither in a sentence nor in a day', async () => {
  const { db } = await testDatabase()
  const centre = await aCentre(db)
  const session = await centre.aClassOf(await centre.yoga(), '10:00')
  const { browser: customer } = await centre.customer({ firstName: 'Ann', lastName: 'Ash' })
  const order = async (browser: typeof customer) => {
    await browser.send(api.baskets.add, { items: [{ id: session.publicId }] })
    return (await complete(browser, (await authorise(browser)).transactionUuid)).completeOrderId
  }
  const orderId = await order(customer)
  const guestOrderId = await order(centre.app.browser())
  const { bookings } = await customer.send(api.bookings.order, { completeOrderId: orderId })
  const { hirerId, invoiceId, creditNoteId } = await anInvoice(
    db,
    { operatorId: centre.operatorId, venueId: centre.venue.id, word: 'Yoga' },
    centre.app.clock.now(),
  )
  const facts = factsOf({
    operatorId: centre.operatorId,
    orderId,
    guestOrderId,
    bookingId: bookings[0]?.id ?? 0,
    occurrenceId: session.id,
    hirerId,
    invoiceIds: [invoiceId, creditNoteId],
  })
  const context = {
    tx: db,
    seller: await sellerOf(db, centre.operatorId),
    sites,
    messages: operatorMessages(),
    passes: { apple: null, google: null },
    now: centre.app.clock.now(),
  }
  const { rows } = await sql<{ data: unknown }>`
    select to_jsonb(t) as data from operator t union all select to_jsonb(t) from venue t
    union all select to_jsonb(t) from activity t union all select to_jsonb(t) from occurrence t
    union all select to_jsonb(t) from booking t union all select to_jsonb(t) from customer_order t`.execute(
    db,
  )
  const data = new Set(wordsOf(JSON.stringify([rows, facts])).map((word) => word.toLowerCase()))
  for (const word of data) if (ofDays.test(word)) data.delete(word)
  const english: string[] = []
  for (const { kind, write } of noticeKinds) {
    for (const form of facts[kind] ?? []) {
      const { subject, heading, blocks } = await write(form as never, context)
      // Staff write the subject of some.
      expect([kind, subject + heading]).toEqual([kind, expect.stringContaining(opening)])
      const texts = blocks.flatMap((block) =>
        block.type === 'list'
          ? block.items.flatMap(({ title, lines, image }) => [title, ...lines, image?.alt ?? ''])
          : [block.type === 'text' ? block.text : block.label],
      )
      const own = storedWords(form).reduce(
        (text, stored) => text.replaceAll(stored, ' '),
        [subject, heading, ...texts].join(' '),
      )
      const words = wordsOf(own).filter((word) => /^[a-z]+$/i.test(word) && !data.has(word.toLowerCase()))
      if (words.length > 0) english.push(`${kind}: ${words.join(' ')}`)
    }
  }
  expect(english).toEqual([])
})
