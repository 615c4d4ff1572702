import { formatted } from '#contract/money.ts'
import { createInvoiceBasket, findBasketById, lockBasket } from '#server/baskets/find.ts'
import { closeBasket } from '#server/baskets/moves.ts'
import type { BasketRow } from '#server/baskets/rules.ts'
import type { Sale } from '#server/bookings/orders.ts'
import { sendNotice } from '#server/notices/send.ts'
import { sellerOf } from '#server/operator/find.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, notFound, Refusal } from '#server/platform/errors.ts'
import { taxWithin } from '#server/pricing/rules.ts'
import { requireLinkedHirer } from './link.ts'
import { hirePaid } from './messages.ts'
import { owedOf, sharesOf } from './rules.ts'
import { hirerById } from './sql/hires.ts'
import {
  basketOf,
  endBasket,
  failPayment,
  insertPayment,
  invoiceOf,
  invoicesWhere,
  linesToPay,
  lockInvoice,
  saveBasket,
} from './sql/invoices.ts'
import type { InvoiceRow } from './sql/invoices.ts'

/* What checkout asks about the basket of an invoice: what is owed, who may pay, and to record that it is paid. */

/** The invoice that a call of checkout names, with the secret of the hirer's link. */
type NamedInvoice = { invoiceId?: number | undefined; hirerCode?: string | undefined }

/** @throws Refusal `not_found` */
const requireNamed = async (
  tx: Tx,
  actor: Actor,
  { invoiceId, hirerCode = '' }: NamedInvoice,
  now: Date,
): Promise<InvoiceRow> => {
  const { id: hirerId } = await requireLinkedHirer(tx, actor, hirerCode, now)
  const [invoice] =
    invoiceId === undefined ? [] : await invoicesWhere(tx, actor.operator.id, { id: invoiceId, hirerId })
  if (invoice === undefined) throw notFound((messages) => messages.hirers.invoiceNotFound)
  return invoice
}

/** The basket of an invoice; null while nobody has paid by card. @throws Refusal `not_found` */
export const basketOfInvoice = async (
  tx: Tx,
  actor: Actor,
  named: NamedInvoice,
  now: Date,
): Promise<BasketRow | null> => {
  const { id } = await requireNamed(tx, actor, named, now)
  const basketId = await basketOf(tx, id)
  return basketId === undefined ? null : ((await findBasketById(tx, basketId)) ?? null)
}

/** The same, made where there is none, locked for the transaction. @throws Refusal `not_found`, `busy` */
export const lockBasketOfInvoice = async (
  tx: Tx,
  actor: Actor,
  named: NamedInvoice,
  now: Date,
): Promise<BasketRow> => {
  const { id: invoiceId } = await requireNamed(tx, actor, named, now)
  const basketId = (await basketOf(tx, invoiceId)) ?? (await makeBasket(tx, actor, invoiceId, now))
  return (await lockBasket(tx, basketId)) ?? failInvariant('an invoice has no basket')
}

const makeBasket = async (tx: Tx, { operator }: Actor, invoiceId: number, now: Date): Promise<number> => {
  const basketId = await createInvoiceBasket(tx, operator.id, now)
  if (await saveBasket(tx, { invoiceId, basketId })) return basketId
  throw new Refusal('busy', (messages) => messages.hirers.paymentInProgress, { retryAfterSeconds: 2 })
}

/**
 * What is paid of an invoice: what the payer has chosen, or all that is owed.
 * @param named `totalDisplayed`: what is paid, as the payer saw it
 * @throws Refusal `not_found`, `basket_empty` where nothing is owed, `basket_changed` where less is owed or something else
 */
export const saleOfInvoice = async (
  tx: Tx,
  actor: Actor,
  named: NamedInvoice & { totalDisplayed?: number | null | undefined; invoiceAmount?: number | undefined },
  now: Date,
): Promise<Sale> => {
  const invoice = await requireNamed(tx, actor, named, now)
  const owed = owedOf(invoice.id, invoice.documents)
  if (owed <= 0) throw new Refusal('basket_empty', (messages) => messages.hirers.alreadyPaid)
  const total = named.invoiceAmount ?? owed
  if (total <= 0 || total > owed || (named.totalDisplayed ?? total) !== total) {
    const { currencySymbol } = actor.operator
    throw new Refusal('basket_changed', (messages) =>
      messages.hirers.owedChanged({ owed: formatted(owed, currencySymbol) }),
    )
  }
  const shares = sharesOf(await linesToPay(tx, invoice.id), total)
  return {
    // It is no order: the lines are those of the invoice.
    items: [],
    lines: [],
    penalties: [],
    total,
    taxTotal: shares.reduce((sum, { amount, vatRate }) => sum + taxWithin(amount, vatRate), 0),
    itemHash: `invoice:${String(invoice.id)}:${String(total)}`,
  }
}

/** A payment of the card company that is for an invoice. */
type CardPayment = { id: number; basketId: number; operatorId: number; amount: number }

const requireInvoiceOf = async (tx: Tx, { basketId }: Pick<CardPayment, 'basketId'>) => {
  const invoiceId = await invoiceOf(tx, basketId)
  return invoiceId ?? failInvariant('a basket has no invoice')
}

/** The invoice of a payment. */
const readInvoice = async (
  tx: Tx,
  { operatorId }: Pick<CardPayment, 'operatorId'>,
  id: number,
): Promise<InvoiceRow> => {
  const [invoice] = await invoicesWhere(tx, operatorId, { id })
  return invoice ?? failInvariant('an invoice is not there')
}

/** What messages about a payment say of its invoice, and to whom they go. */
export const describeInvoiceOf = async (
  tx: Tx,
  payment: Pick<CardPayment, 'id' | 'basketId' | 'operatorId'>,
): Promise<{ hirerId: number; number: number; hire: string; venueId: number; email: string }> => {
  const invoiceId = await requireInvoiceOf(tx, payment)
  const { hirerId, number, hire, venueId } = await readInvoice(tx, payment, invoiceId)
  const hirer = await hirerById(tx, payment.operatorId, hirerId)
  return { hirerId, number, hire, venueId, email: hirer?.email ?? '' }
}

export type PaidInvoice = { id: null; reference: string; basketUuid: string }

/** What a payment that was completed before has paid. */
export const invoicePaidBy = async (
  tx: Tx,
  payment: Pick<CardPayment, 'id' | 'basketId' | 'operatorId'>,
): Promise<PaidInvoice> => {
  const { number } = await describeInvoiceOf(tx, payment)
  return presentPaid(tx, payment.basketId, number)
}

const presentPaid = async (tx: Tx, basketId: number, number: number): Promise<PaidInvoice> => {
  const basket = (await findBasketById(tx, basketId)) ?? failInvariant('an invoice has no basket')
  return { id: null, reference: String(number), basketUuid: basket.uuid }
}

/**
 * Records that an authorised payment pays its invoice, and sends the receipt to the hirer. The caller holds the locks of
 * basket and payment, and asks once.
 * @throws Refusal `place_lost` where less is owed by now: it was paid at the desk or credited meanwhile; the caller must then roll back
 */
export const payInvoiceByCard = async (tx: Tx, payment: CardPayment, now: Date): Promise<PaidInvoice> => {
  const invoiceId = await requireInvoiceOf(tx, payment)
  await lockInvoice(tx, invoiceId)
  const invoice = await readInvoice(tx, payment, invoiceId)
  const { id: transactionId, operatorId, amount, basketId } = payment
  const { number, hirerId } = invoice
  const owed = owedOf(invoiceId, invoice.documents)
  if (owed < amount) {
    const { currencySymbol } = await sellerOf(tx, operatorId)
    throw new Refusal('place_lost', (messages) => messages.hirers.notPaidByCard, {
      errors: {
        items: [
          (messages) =>
            owed <= 0
              ? messages.hirers.paidMeanwhile({ number })
              : messages.hirers.creditedMeanwhile({ number, owed: formatted(owed, currencySymbol) }),
        ],
      },
    })
  }
  const shares = sharesOf(await linesToPay(tx, invoiceId), amount)
  await insertPayment(tx, { invoiceId, tenderType: 'card', amount, transactionId, paidAt: now }, shares)
  await closeBasket(tx, basketId, now)
  await endBasket(tx, basketId)
  const hirer = await hirerById(tx, operatorId, hirerId)
  if (hirer !== undefined && hirer.email !== '')
    await sendNotice(tx, hirePaid, { operatorId, to: hirer.email }, { invoiceId, transactionId, amount }, now)
  return presentPaid(tx, basketId, number)
}

/** The bank let the money go before it was taken: what was paid is owed again. */
export const revokeInvoicePayment = async (
  tx: Tx,
  payment: Pick<CardPayment, 'id' | 'basketId'>,
  now: Date,
): Promise<void> => {
  await lockInvoice(tx, await requireInvoiceOf(tx, payment))
  await failPayment(tx, payment.id, now)
}
