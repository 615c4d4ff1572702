import type { Tx } from '#server/platform/database.ts'

/** A hirer, a hire of theirs without dates, and an invoice and its credit note. Their names are of one word. */
export const anInvoice = async (
  db: Tx,
  { operatorId, venueId, word }: { operatorId: number; venueId: number; word: string },
  now: Date,
): Promise<{ hirerId: number; hireId: number; invoiceId: number; creditNoteId: number }> => {
  const { id: hirerId } = await db
    .insertInto('hirer')
    .values({ operatorId, name: word, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: hireId } = await db
    .insertInto('hire')
    .values({
      hirerId,
      venueId,
      name: word,
      weekdays: [2],
      startTime: '17:00',
      endTime: '18:00',
      fromDay: '2027-03-02',
      untilDay: '2027-03-02',
      priceBy: 'hour',
      price: 100,
      isExempt: false,
      state: 'provisional',
      lapsesOn: '2027-03-30',
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const write = async (number: number, creditsId: number | null) => {
    const { id } = await db
      .insertInto('hireInvoice')
      .values({
        operatorId,
        hireId,
        number,
        creditsId,
        hirerName: word,
        hirerAddress: '',
        issuedOn: '2027-03-01',
        dueOn: '2027-03-31',
        issuedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('hireInvoiceLine')
      .values({
        invoiceId: id,
        position: 0,
        hireDateId: null,
        amount: creditsId === null ? 3000 : -1000,
        vatRate: 0,
        isCredit: creditsId !== null,
      })
      .execute()
    return id
  }
  const invoiceId = await write(1, null)
  return { hirerId, hireId, invoiceId, creditNoteId: await write(2, invoiceId) }
}
