import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import type { HireTender, Invoicing } from '#contract/hireTypes.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tables } from '#server/platform/tables.ts'
import type { DocumentSum, PayableLine, Share } from '#server/hirers/rules.ts'

export type InvoiceLineRow = {
  hireDateId: number | null
  /** null: the deposit. */
  day: string | null
  place: string
  startsAt: string | null
  endsAt: string | null
  amount: number
  vatRate: number
}

/** Money that came in for an invoice, or went back. */
export type PaymentRow = { paidAt: string; tender: HireTender; amount: number }

export type InvoiceRow = {
  id: number
  number: number
  creditsId: number | null
  creditsNumber: number | null
  hireId: number
  hire: string
  hirerId: number
  venueId: number
  hirerName: string
  hirerAddress: string
  timezone: string
  issuedOn: string
  dueOn: string
  isExempt: boolean
  lines: InvoiceLineRow[]
  /** The invoice and all of its credit notes, by id. */
  documents: DocumentSum[]
  /** Of a credit note: what was paid back for it. */
  payments: PaymentRow[]
}

const mostListed = 500

/** An invoice or credit note, of whatever operator. */
export const hirersInvoice = async (tx: Tx, id: number): Promise<InvoiceRow | undefined> => {
  const { rows } = await sql<{ operatorId: number }>`
    select operator_id from hire_invoice where id = ${id}`.execute(tx)
  const [found] = rows
  return found === undefined ? undefined : (await invoicesWhere(tx, found.operatorId, { id }))[0]
}

/** Invoices and credit notes of an operator, the latest first. `venueIds` null: at every venue. */
export const invoicesWhere = async (
  tx: Tx,
  operatorId: number,
  {
    id = null,
    hirerId = null,
    venueIds = null,
  }: { id?: number | null; hirerId?: number | null; venueIds?: readonly number[] | null },
): Promise<InvoiceRow[]> => {
  const { rows } = await sql<InvoiceRow>`
    select i.id, i.number, i.credits_id, c.number as credits_number, i.hire_id, h.name as hire, h.hirer_id, h.venue_id, i.hirer_name,
      i.hirer_address, v.timezone, i.issued_on, i.due_on, h.is_exempt,
      coalesce((
        select json_agg(json_build_object('hireDateId', n.hire_date_id, 'day', d.local_date, 'place', coalesce(l.name, ''),
          'startsAt', d.starts_at, 'endsAt', d.ends_at, 'amount', n.amount, 'vatRate', n.vat_rate) order by n.position)
        from hire_invoice_line n
        left join hire_date d on d.id = n.hire_date_id
        left join location l on l.id = d.location_id
        where n.invoice_id = i.id
      ), '[]'::json) as lines,
      (
        select json_agg(json_build_object('id', o.id, 'isCredit', o.credits_id is not null, 'total', n.total, 'paid', n.paid)
          order by o.id)
        from hire_invoice o
        cross join lateral (
          select coalesce(sum(n.amount), 0) as total, coalesce(sum(s.paid), 0) as paid
          from hire_invoice_line n
          cross join lateral (
            select coalesce(sum(s.amount), 0) as paid from hire_payment_share s
            where s.invoice_id = n.invoice_id and s.position = n.position
          ) s
          where n.invoice_id = o.id
        ) n
        where o.id = coalesce(i.credits_id, i.id) or o.credits_id = coalesce(i.credits_id, i.id)
      ) as documents,
      coalesce((
        select json_agg(json_build_object('paidAt', p.paid_at, 'tender', p.tender_type, 'amount', p.amount) order by p.id)
        from hire_payment p where p.invoice_id = i.id and p.failed_at is null
      ), '[]'::json) as payments
    from hire_invoice i
    join hire h on h.id = i.hire_id
    join venue v on v.id = h.venue_id
    left join hire_invoice c on c.id = i.credits_id
    where i.operator_id = ${operatorId} and (${id}::int is null or i.id = ${id}::int)
      and (${hirerId}::int is null or h.hirer_id = ${hirerId}::int)
      and (${venueIds === null} or h.venue_id = any(${[...(venueIds ?? [])]}::int[]))
    order by i.number desc limit ${mostListed}`.execute(tx)
  return rows
}

/** Waits for whoever else pays or credits an invoice: of a credit note, the invoice that it credits. */
export const lockInvoice = async (tx: Tx, id: number): Promise<void> => {
  await sql`
    select 1 from hire_invoice i
    where i.id = (select coalesce(own.credits_id, own.id) from hire_invoice own where own.id = ${id})
    for update`.execute(tx)
}

/** The next number of an operator's invoices. Whoever takes one is alone until their transaction ends. */
export const takeInvoiceNumber = async (tx: Tx, operatorId: number): Promise<number> => {
  const { lastNumber } = await tx
    .insertInto('hireInvoiceNumber')
    .values({ operatorId, lastNumber: 1 })
    .onConflict((conflict) =>
      conflict.column('operatorId').doUpdateSet({ lastNumber: sql`hire_invoice_number.last_number + 1` }),
    )
    .returning('lastNumber')
    .executeTakeFirstOrThrow()
  return lastNumber
}

export type NewLine = { hireDateId: number | null; amount: number; vatRate: number }

export const insertInvoice = async (
  tx: Tx,
  row: Insertable<Tables['hireInvoice']>,
  lines: readonly NewLine[],
): Promise<number> => {
  const { id } = await tx.insertInto('hireInvoice').values(row).returning('id').executeTakeFirstOrThrow()
  await tx
    .insertInto('hireInvoiceLine')
    .values(
      lines.map((line, position) => ({ ...line, invoiceId: id, position, isCredit: row.creditsId != null })),
    )
    .execute()
  return id
}

export type ReadyRow = {
  hireId: number
  hire: string
  hirerId: number
  hirer: string
  dates: number
  from: string
  until: string
  total: number
  invoicing: Invoicing
  confirmedOn: string | null
  fromDay: string
}

/** The day of `h` at the venue `v`. */
const confirmedOn = sql`(h.confirmed_at at time zone v.timezone)::date`

/** A hire that the clock invoices, with the first of its dates that are on no invoice. */
export type HireByClock = {
  id: number
  operatorId: number
  timezone: string
  invoicing: Invoicing
  confirmedOn: string | null
  fromDay: string
  untilDay: string
  firstDay: string
}

export const hiresByClock = async (tx: Tx): Promise<HireByClock[]> => {
  const { rows } = await sql<HireByClock>`
    select h.id, r.operator_id, v.timezone, h.invoicing, ${confirmedOn} as confirmed_on, h.from_day, h.until_day,
      min(d.local_date) as first_day
    from hire h
    join hirer r on r.id = h.hirer_id
    join venue v on v.id = h.venue_id
    join hire_date d on d.hire_id = h.id and d.state = 'let' and d.price > 0
    where h.invoicing <> 'by_hand' and h.state in ('confirmed', 'running', 'ended')
      and not exists (select 1 from hire_invoice_line n where n.hire_date_id = d.id and not n.is_credit)
    group by h.id, r.id, v.id
    order by h.id`.execute(tx)
  return rows
}

/** Hires that are confirmed, with dates up to a day that are on no invoice. */
export const hiresToInvoice = async (
  tx: Tx,
  operatorId: number,
  until: string,
  venueIds: readonly number[] | null,
): Promise<ReadyRow[]> => {
  const { rows } = await sql<ReadyRow>`
    select h.id as hire_id, h.name as hire, r.id as hirer_id, r.name as hirer, count(*)::int as dates,
      min(d.local_date) as "from", max(d.local_date) as until, sum(d.price)::int as total, h.invoicing,
      ${confirmedOn} as confirmed_on, h.from_day
    from hire h
    join hirer r on r.id = h.hirer_id
    join venue v on v.id = h.venue_id
    join hire_date d on d.hire_id = h.id and d.state = 'let' and d.local_date <= ${until}::date and d.price > 0
    where r.operator_id = ${operatorId} and h.state in ('confirmed', 'running', 'ended')
      and (${venueIds === null} or h.venue_id = any(${[...(venueIds ?? [])]}::int[]))
      and not exists (select 1 from hire_invoice_line n where n.hire_date_id = d.id and not n.is_credit)
    group by h.id, r.id, v.id
    order by lower(r.name), h.id`.execute(tx)
  return rows
}

/** Locks a hire for its next invoice. @returns its dates that are on none, and whether it has had one */
export const lockDatesToInvoice = async (
  tx: Tx,
  hireId: number,
): Promise<{ dates: { id: number; day: string; price: number }[]; hasInvoice: boolean }> => {
  await sql`select 1 from hire where id = ${hireId} for update`.execute(tx)
  const { rows: dates } = await sql<{ id: number; day: string; price: number }>`
    select d.id, d.local_date as day, d.price from hire_date d
    where d.hire_id = ${hireId} and d.state = 'let' and d.price > 0
      and not exists (select 1 from hire_invoice_line n where n.hire_date_id = d.id and not n.is_credit)
    order by d.starts_at, d.id`.execute(tx)
  const before = await tx
    .selectFrom('hireInvoice')
    .select('id')
    .where('hireId', '=', hireId)
    .where('creditsId', 'is', null)
    .executeTakeFirst()
  return { dates, hasInvoice: before !== undefined }
}

/** Lines of invoices about dates that are not credited, by invoice. */
export const linesToCredit = async (
  tx: Tx,
  dateIds: readonly number[],
): Promise<(NewLine & { invoiceId: number })[]> => {
  const { rows } = await sql<NewLine & { invoiceId: number }>`
    select n.invoice_id, n.hire_date_id, n.amount, n.vat_rate from hire_invoice_line n
    where n.hire_date_id = any(${[...dateIds]}::bigint[]) and not n.is_credit
      and not exists (select 1 from hire_invoice_line c where c.hire_date_id = n.hire_date_id and c.is_credit)
    order by n.invoice_id, n.position`.execute(tx)
  return rows
}

/** The lines of an invoice and its credit notes, with what was paid of each. The caller holds the lock of the invoice. */
export const linesToPay = async (tx: Tx, invoiceId: number): Promise<PayableLine[]> => {
  const { rows } = await sql<PayableLine>`
    select n.invoice_id, n.position, n.hire_date_id::int, n.amount, n.vat_rate,
      coalesce((
        select sum(s.amount) from hire_payment_share s where s.invoice_id = n.invoice_id and s.position = n.position
      ), 0)::int as paid
    from hire_invoice own
    join hire_invoice i on coalesce(i.credits_id, i.id) = coalesce(own.credits_id, own.id)
    join hire_invoice_line n on n.invoice_id = i.id
    where own.id = ${invoiceId}
    order by n.invoice_id, n.position`.execute(tx)
  return rows
}

/** Records a payment, and what of it is for which line. */
export const insertPayment = async (
  tx: Tx,
  row: Insertable<Tables['hirePayment']>,
  shares: readonly Share[],
): Promise<void> => {
  const { id: paymentId } = await tx
    .insertInto('hirePayment')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('hirePaymentShare')
    .values(shares.map(({ invoiceId, position, amount }) => ({ paymentId, invoiceId, position, amount })))
    .execute()
}

/** Takes back a payment by card whose money never came: what it was for is owed again. */
export const failPayment = async (tx: Tx, transactionId: number, now: Date): Promise<void> => {
  await sql`
    delete from hire_payment_share s using hire_payment p
    where p.transaction_id = ${transactionId} and s.payment_id = p.id`.execute(tx)
  await tx
    .updateTable('hirePayment')
    .set({ failedAt: now })
    .where('transactionId', '=', transactionId)
    .execute()
}

/** The basket in which an invoice is paid by card. */
export const basketOf = async (tx: Tx, invoiceId: number): Promise<number | undefined> => {
  const found = await tx
    .selectFrom('hireInvoiceBasket')
    .select('basketId')
    .where('invoiceId', '=', invoiceId)
    .where('isCurrent', '=', sql.lit(true))
    .executeTakeFirst()
  return found?.basketId
}

/** @returns false where another call has given the invoice a basket at the same time */
export const saveBasket = async (tx: Tx, row: { invoiceId: number; basketId: number }): Promise<boolean> => {
  const saved = await tx
    .insertInto('hireInvoiceBasket')
    .values(row)
    .onConflict((conflict) => conflict.column('invoiceId').where('isCurrent', '=', sql.lit(true)).doNothing())
    .returning('basketId')
    .executeTakeFirst()
  return saved !== undefined
}

/** The next payment of the invoice has another basket. */
export const endBasket = async (tx: Tx, basketId: number): Promise<void> => {
  await tx
    .updateTable('hireInvoiceBasket')
    .set({ isCurrent: false })
    .where('basketId', '=', basketId)
    .execute()
}

/** The invoice that is paid in a basket. */
export const invoiceOf = async (tx: Tx, basketId: number): Promise<number | undefined> => {
  const found = await tx
    .selectFrom('hireInvoiceBasket')
    .select('invoiceId')
    .where('basketId', '=', basketId)
    .executeTakeFirst()
  return found?.invoiceId
}

export const insertLink = async (
  tx: Tx,
  row: { secretDigest: Buffer; hirerId: number; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await tx.insertInto('hirerLink').values(row).execute()
}

/** The hirer of an operator that an unexpired link opens. */
export const hirerOfLink = async (
  tx: Tx,
  operatorId: number,
  secretDigest: Buffer,
  now: Date,
): Promise<{ id: number; name: string } | undefined> =>
  tx
    .selectFrom('hirerLink as l')
    .innerJoin('hirer as r', 'r.id', 'l.hirerId')
    .select(['r.id', 'r.name'])
    .where('l.secretDigest', '=', secretDigest)
    .where('l.expiresAt', '>', now)
    .where('r.operatorId', '=', operatorId)
    .executeTakeFirst()
