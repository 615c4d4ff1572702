import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { aMovableClass, beginMove, driveMoves, payForMove } from '#test/support/moves.ts'
import type { MovableClass } from '#test/support/moves.ts'
import { textOfPdf } from '#test/support/pdf.ts'
import { cardEnding } from '#test/support/payments.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let world: MovableClass
let ann: { id: number; browser: TestBrowser }
let desk: TestBrowser

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  world = await aMovableClass(db)
  ann = await world.customer({ email: 'ann@example.test' })
  desk = world.app.browser({ site: 'desk' })
  await desk.logIn((await aMemberOfStaff(db, world.operatorId)).id)
})

const moveAtDesk = (browser: TestBrowser, bookingId: number, price = 945) =>
  browser.send(api.moves.moveAtDesk, { bookingId, to: world.late.publicId, price, tenderType: 'cash' })

describe('a move to a dearer time at the desk', () => {
  it('takes the difference in the order, the till and the audit log, and says so to the customer', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { paid, booking: moved } = await moveAtDesk(desk, booking.id)
    expect(paid.raw).toBe(100)
    expect(moved).toMatchObject({ id: booking.id, price: '£9.45', accessCode: booking.accessCode })
    const order = await ann.browser.send(api.bookings.order, { completeOrderId: booking.orderId })
    expect(order).toMatchObject({
      total: 945,
      payments: [
        { tenderType: 'card', amount: 845 },
        { tenderType: 'cash', amount: 100 },
      ],
    })
    const entries = await db.selectFrom('tillEntry').select(['tenderType', 'amount', 'orderId']).execute()
    expect(entries).toEqual([{ tenderType: 'cash', amount: 100, orderId: booking.orderId }])
    const { detail } = await db
      .selectFrom('auditEntry')
      .select('detail')
      .where('act', '=', 'booking moved')
      .executeTakeFirstOrThrow()
    expect(detail).toEqual({ from: world.ten.id, to: world.late.id, paid: 100, tenderType: 'cash' })
    await world.sendMails()
    const { textBody } = await db
      .selectFrom('notice')
      .select('textBody')
      .where('kind', '=', 'booking_moved')
      .executeTakeFirstOrThrow()
    // Its activity comes without a receipt.
    expect(textBody).toContain('You paid £1.00 in cash.')
    await driveMoves(world)
    await world.audit()
  })

  it('has the receipt with both payments in its message, where there is one', async () => {
    await db.updateTable('activity').set({ printReceipt: true }).execute()
    const booking = await world.buy(ann.browser, world.ten)
    await moveAtDesk(desk, booking.id)
    await world.sendMails()
    const files = await db
      .selectFrom('notice as n')
      .innerJoin('noticeAttachment as f', 'f.noticeId', 'n.id')
      .select(['n.textBody', 'f.fileName', 'f.content'])
      .where('n.kind', '=', 'booking_moved')
      .orderBy('f.position')
      .execute()
    expect(files.map(({ fileName }) => fileName.replace(/^.*\./, ''))).toEqual(['ics', 'pdf'])
    expect(files[0]?.textBody).toContain('You paid £1.00 in cash, which your receipt shows.')
    const words = textOfPdf(files[1]?.content ?? Buffer.alloc(0)).replaceAll('\n', ' ')
    for (const expected of ['Total £9.45', 'Paid: Card', '£8.45', 'Paid: Cash', '£1.00'])
      expect(words).toContain(expected)
  })

  it('is refused at another price, where it costs no more, and to customers', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    expect(await refusal(moveAtDesk(desk, booking.id, 935))).toMatchObject({ code: 'price_changed' })
    await db.updateTable('pricingOption').set({ price: 845 }).where('band', '=', 'late').execute()
    expect(await refusal(moveAtDesk(desk, booking.id, 845))).toMatchObject({ code: 'price_changed' })
    expect(await refusal(moveAtDesk(ann.browser, booking.id))).toMatchObject({ status: 403 })
    expect(await db.selectFrom('tillEntry').select('id').execute()).toEqual([])
    await world.audit()
  })

  it('lets go of what the customer is paying for the same booking online', async () => {
    const booking = await world.buy(ann.browser, world.ten)
    const { id } = await beginMove(ann.browser, booking.id, world.late)
    const { authorised } = await payForMove(ann.browser, id, cardEnding.accepted, { isCompleted: false })
    await moveAtDesk(desk, booking.id)
    expect(await refusal(world.complete(ann.browser, authorised.transactionUuid, id))).toMatchObject({
      code: 'place_lost',
    })
    await driveMoves(world)
    expect(await world.placesOf(world.late)).toBe(1)
    await world.audit()
  })
})
