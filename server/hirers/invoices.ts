import type { HireInvoice } from '#contract/hireTypes.ts'
import type { hirers } from '#contract/hirers.ts'
import { standardVatRate } from '#contract/hireTypes.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import { daysAfter, localDay } from '#contract/time.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { venuesWith } from '#server/platform/rights.ts'
import { transact } from '#server/platform/transact.ts'
import { recordInvoicePaid } from '#server/tills/takings.ts'
import { staffOf } from '#server/platform/actor.ts'
import { requireHire, requireHirer } from './find.ts'
import { recordHirerAct } from './manage.ts'
import type { Doer } from './manage.ts'
import { hireInvoiced } from './messages.ts'
import { presentInvoice } from './present.ts'
import { dayOfInvoice, depositOn, lastDayOfInvoice, sharesOf, sumOf } from './rules.ts'
import {
  hiresByClock,
  hiresToInvoice,
  insertInvoice,
  insertPayment,
  invoicesWhere,
  linesToCredit,
  linesToPay,
  lockDatesToInvoice,
  lockInvoice,
  takeInvoiceNumber,
} from './sql/invoices.ts'
import type { HireByClock, NewLine } from './sql/invoices.ts'

/** What can be invoiced up to a day, and what is: at the venues where the caller may. */
export const listInvoices = async (
  tx: Tx,
  actor: Actor,
  until: string,
  now: Date,
): Promise<Answer<typeof hirers.invoices>> => {
  const { operator, person } = actor
  const venueIds = venuesWith(person, 'invoices')
  const ready = await hiresToInvoice(tx, operator.id, until, venueIds)
  const invoices = await invoicesWhere(tx, operator.id, { venueIds })
  return {
    ready: ready.map(({ total, invoicing, confirmedOn, fromDay, ...one }) => ({
      ...one,
      total: money(total, operator.currencySymbol),
      writtenOn: dayOfInvoice({ invoicing, confirmedOn, fromDay }, one.from),
    })),
    invoices: invoices.map((row) => presentInvoice(actor, row, now)),
  }
}

/**
 * Invoices the dates of a hire up to a day that are on no invoice, and sends it.
 * @throws Refusal `not_found`, `nothing_to_invoice`
 */
export const invoiceHire = async (
  tx: Tx,
  actor: Actor,
  hireId: number,
  until: string,
  now: Date,
): Promise<HireInvoice> => {
  const id = await invoiceDates(tx, actor, hireId, until, now)
  if (id === null) throw new Refusal('nothing_to_invoice', (messages) => messages.hirers.nothingToInvoice)
  return requireInvoice(tx, actor, id, now)
}

/**
 * Writes the invoices whose day has come, each in a transaction of its own. Safe on several nodes at once: whoever comes second
 * finds dates that are on an invoice.
 * @throws AggregateError of those that failed, after the last
 */
export const writeDueInvoices = async (db: Database, now: Date): Promise<void> => {
  const hires = await hiresByClock(db)
  await processAll(
    hires.filter((hire) => isInvoiceDue(hire, now)),
    ({ id, ...hire }) => {
      const { operatorId, timezone } = hire
      const until = lastDayOfInvoice(hire, localDay(now, timezone))
      const clock = { operator: { id: operatorId, timezone }, isClock: true } as const
      return transact(db, (tx) => invoiceDates(tx, clock, id, until, now))
    },
  )
}

const isInvoiceDue = (hire: HireByClock, now: Date): boolean => {
  const day = dayOfInvoice(hire, hire.firstDay)
  return day !== null && day <= localDay(now, hire.timezone)
}

/** @returns the invoice; null where nothing is to be invoiced */
const invoiceDates = async (
  tx: Tx,
  by: Doer,
  hireId: number,
  until: string,
  now: Date,
): Promise<number | null> => {
  const { dates, hasInvoice } = await lockDatesToInvoice(tx, hireId)
  const hire = await requireHire(tx, by, hireId)
  const due = dates.filter(({ day }) => day <= until)
  const isBinding = ['confirmed', 'running', 'ended'].includes(hire.state)
  if (due.length === 0 || !isBinding) return null
  const vatRate = hire.isExempt ? 0 : standardVatRate
  const deposit = depositOn(hire.deposit, { isFirst: !hasInvoice, isLast: due.length === dates.length })
  const lines = [
    ...due.map(({ id, price }) => ({ hireDateId: id, amount: price, vatRate })),
    ...(deposit === 0 ? [] : [{ hireDateId: null, amount: deposit, vatRate: 0 }]),
  ]
  return writeInvoice(tx, by, { hireId, hirerId: hire.hirerId, creditsId: null, lines }, now)
}

/** Writes credit notes for dates that are left out and on an invoice. */
export const creditDates = async (
  tx: Tx,
  actor: Actor,
  { hireId, hirerId }: { hireId: number; hirerId: number },
  dateIds: readonly number[],
  now: Date,
): Promise<void> => {
  const found = await linesToCredit(tx, dateIds)
  for (const creditsId of new Set(found.map(({ invoiceId }) => invoiceId))) {
    await lockInvoice(tx, creditsId)
    const lines = found
      .filter(({ invoiceId }) => invoiceId === creditsId)
      .map(({ hireDateId, amount, vatRate }) => ({ hireDateId, amount: -amount, vatRate }))
    await writeInvoice(tx, actor, { hireId, hirerId, creditsId, lines }, now)
  }
}

/** @returns its id */
const writeInvoice = async (
  tx: Tx,
  by: Doer,
  {
    hireId,
    hirerId,
    creditsId,
    lines,
  }: { hireId: number; hirerId: number; creditsId: number | null; lines: readonly NewLine[] },
  now: Date,
): Promise<number> => {
  const { operator } = by
  const hirer = await requireHirer(tx, by, hirerId)
  const number = await takeInvoiceNumber(tx, operator.id)
  const issuedOn = localDay(now, operator.timezone)
  const id = await insertInvoice(
    tx,
    {
      operatorId: operator.id,
      hireId,
      number,
      creditsId,
      hirerName: hirer.name,
      hirerAddress: hirer.address,
      issuedOn,
      dueOn: daysAfter(issuedOn, creditsId === null ? hirer.termsDays : 0),
      issuedAt: now,
    },
    lines,
  )
  const detail = { number, total: sumOf(lines), ...(creditsId === null ? {} : { creditsId }) }
  await recordHirerAct(tx, by, { id: hirerId, hireId, act: acts.hireInvoiced, detail }, now)
  if (hirer.email !== '') await sendInvoice(tx, operator.id, hirer.email, id, now)
  return id
}

const sendInvoice = (tx: Tx, operatorId: number, to: string, invoiceId: number, now: Date): Promise<void> =>
  sendNotice(tx, hireInvoiced, { operatorId, to }, { invoiceId, at: now.toISOString() }, now)

/** @throws Refusal `not_found`, `no_address` */
export const sendInvoiceAgain = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<{ email: string }> => {
  const { hirerId } = await requireInvoice(tx, actor, id, now)
  const { email } = await requireHirer(tx, actor, hirerId)
  if (email === '') throw new Refusal('no_address', (messages) => messages.hirers.noAddress)
  await sendInvoice(tx, actor.operator.id, email, id, now)
  return { email }
}

/**
 * Records what is paid of an invoice, or that what a credit note is about was paid back: all of it or a part.
 * @throws Refusal `not_found`, `already_paid`, `effect_changed`, `only_by_transfer`, `invalid` for no amount
 */
export const payInvoice = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { tender, amount, owed: owedSeen, reference = '' }: Body<typeof hirers.pay>,
  now: Date,
): Promise<HireInvoice> => {
  await lockInvoice(tx, id)
  const { owed, hirerId, hireId, number } = await requireInvoice(tx, actor, id, now)
  if (owed.raw === 0) throw new Refusal('already_paid', (messages) => messages.hirers.alreadyPaid)
  if (amount === 0) throw invalid({ amount: [(messages) => messages.hirers.amountNeeded] })
  const isPart = Math.sign(amount) === Math.sign(owed.raw) && Math.abs(amount) <= Math.abs(owed.raw)
  if (!isPart || (owedSeen ?? owed.raw) !== owed.raw)
    throw new Refusal('effect_changed', (messages) => messages.hirers.owedChanged({ owed: owed.formatted }))
  if (owed.raw < 0 && tender !== 'transfer')
    throw new Refusal('only_by_transfer', (messages) => messages.hirers.onlyByTransfer)
  const takenBy = staffOf(actor).id
  const shares = sharesOf(await linesToPay(tx, id), amount)
  await insertPayment(
    tx,
    { invoiceId: id, tenderType: tender, amount, reference, paidAt: now, takenBy },
    shares,
  )
  if (tender !== 'transfer')
    await recordInvoicePaid(tx, actor, { invoiceId: id, tenderType: tender, amount, reference }, now)
  const detail = { number, amount, tender, reference }
  await recordHirerAct(tx, actor, { id: hirerId, hireId, act: acts.hireInvoicePaid, detail }, now)
  return requireInvoice(tx, actor, id, now)
}

const requireInvoice = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<HireInvoice> => {
  const [row] = await invoicesWhere(tx, actor.operator.id, { id })
  if (row === undefined) throw notFound((messages) => messages.hirers.invoiceNotFound)
  return presentInvoice(actor, row, now)
}
