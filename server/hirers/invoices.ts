import type { HireInvoice } from '#contract/hireTypes.ts'
import type { hirers } from '#contract/hirers.ts'
import { standardVatRate } from '#contract/hireTypes.ts'
import type { Answer, Body } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import { daysAfter, localDay } from '#contract/time.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { venuesWith } from '#server/platform/rights.ts'
import { recordInvoicePaid } from '#server/tills/takings.ts'
import { staffOf } from '#server/platform/actor.ts'
import { requireHire, requireHirer } from './find.ts'
import { recordHirerAct } from './manage.ts'
import { hireInvoiced } from './messages.ts'
import { presentInvoice } from './present.ts'
import { depositOn, sumOf } from './rules.ts'
import {
  hiresToInvoice,
  insertInvoice,
  insertPayment,
  invoicesWhere,
  linesToCredit,
  lockDatesToInvoice,
  lockInvoice,
  takeInvoiceNumber,
} from './sql/invoices.ts'
import type { NewLine } from './sql/invoices.ts'

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
    ready: ready.map(({ total, ...one }) => ({ ...one, total: money(total, operator.currencySymbol) })),
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
  const hire = await requireHire(tx, actor, hireId)
  const { dates, hasInvoice } = await lockDatesToInvoice(tx, hireId)
  const due = dates.filter(({ day }) => day <= until)
  const isBinding = ['confirmed', 'running', 'ended'].includes(hire.state)
  if (due.length === 0 || !isBinding)
    throw new Refusal('nothing_to_invoice', (messages) => messages.hirers.nothingToInvoice)
  const vatRate = hire.isExempt ? 0 : standardVatRate
  const deposit = depositOn(hire.deposit, { isFirst: !hasInvoice, isLast: due.length === dates.length })
  const lines = [
    ...due.map(({ id, price }) => ({ hireDateId: id, amount: price, vatRate })),
    ...(deposit === 0 ? [] : [{ hireDateId: null, amount: deposit, vatRate: 0 }]),
  ]
  return writeInvoice(tx, actor, { hireId, hirerId: hire.hirerId, creditsId: null, lines }, now)
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

const writeInvoice = async (
  tx: Tx,
  actor: Actor,
  {
    hireId,
    hirerId,
    creditsId,
    lines,
  }: { hireId: number; hirerId: number; creditsId: number | null; lines: readonly NewLine[] },
  now: Date,
): Promise<HireInvoice> => {
  const { operator } = actor
  const hirer = await requireHirer(tx, actor, hirerId)
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
  await recordHirerAct(tx, actor, { id: hirerId, hireId, act: acts.hireInvoiced, detail }, now)
  if (hirer.email !== '') await sendInvoice(tx, operator.id, hirer.email, id, now)
  return requireInvoice(tx, actor, id, now)
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
 * Records that all that is owed of an invoice is paid, or that what a credit note is about was paid back.
 * @throws Refusal `not_found`, `already_paid`, `effect_changed`, `only_by_transfer`
 */
export const payInvoice = async (
  tx: Tx,
  actor: Actor,
  id: number,
  { tender, amount, reference = '' }: Body<typeof hirers.pay>,
  now: Date,
): Promise<HireInvoice> => {
  await lockInvoice(tx, id)
  const { owed, hirerId, hireId, number } = await requireInvoice(tx, actor, id, now)
  if (owed.raw === 0) throw new Refusal('already_paid', (messages) => messages.hirers.alreadyPaid)
  if (owed.raw !== amount)
    throw new Refusal('effect_changed', (messages) => messages.hirers.owedChanged({ owed: owed.formatted }))
  if (owed.raw < 0 && tender !== 'transfer')
    throw new Refusal('only_by_transfer', (messages) => messages.hirers.onlyByTransfer)
  const takenBy = staffOf(actor).id
  await insertPayment(tx, { invoiceId: id, tenderType: tender, amount, reference, paidAt: now, takenBy })
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
