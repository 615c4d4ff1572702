import { money } from '#contract/money.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { linkToHirer } from './link.ts'
import { owedOf, sumOf } from './rules.ts'
import { hirersInvoice } from './sql/invoices.ts'

/** An invoice or a credit note for a hirer, with the link to their dates and invoices. */
export const hireInvoiced: NoticeKind<{ invoiceId: number; at: string }> = {
  kind: 'hire_invoiced',
  about: ({ invoiceId, at }) => `hire-invoice:${invoiceId} at ${at}`,
  isOutdated: async ({ invoiceId }, { tx }) => (await hirersInvoice(tx, invoiceId)) === undefined,
  write: async ({ invoiceId }, context) => {
    const { tx, messages, seller } = context
    const invoice = await hirersInvoice(tx, invoiceId)
    if (invoice === undefined) throw new Error('An invoice does not exist.')
    const { number, creditsNumber, hirerName, hire, dueOn, lines, documents, hirerId } = invoice
    const isCredit = creditsNumber !== null
    const words = messages.hirers.mail
    const total = money(sumOf(lines), seller.currencySymbol).formatted
    const owed = money(owedOf(invoiceId, documents), seller.currencySymbol).formatted
    const subject = isCredit ? words.creditSubject({ number }) : words.subject({ number })
    return {
      subject,
      heading: subject,
      blocks: [
        {
          type: 'text',
          text: isCredit
            ? words.credit({ hirer: hirerName, hire, total, number: creditsNumber })
            : words.invoice({ hirer: hirerName, hire, owed, due: messages.format.fullDay(dueOn) }),
        },
        await linkToHirer(context, hirerId, words.link),
      ],
    }
  },
}

/** The receipt of what the hirer has paid of an invoice by card, with the link to their dates and invoices. */
export const hirePaid: NoticeKind<{ invoiceId: number; transactionId: number; amount: number }> = {
  kind: 'hire_paid',
  about: ({ invoiceId, transactionId }) => `hire-invoice:${invoiceId} paid:${transactionId}`,
  isOutdated: async ({ invoiceId }, { tx }) => (await hirersInvoice(tx, invoiceId)) === undefined,
  write: async ({ invoiceId, amount: pence }, context) => {
    const { tx, messages, seller } = context
    const invoice = await hirersInvoice(tx, invoiceId)
    if (invoice === undefined) throw new Error('An invoice does not exist.')
    const { number, hirerName: hirer, hire, hirerId, documents } = invoice
    const owed = owedOf(invoiceId, documents)
    const { formatted: amount } = money(pence, seller.currencySymbol)
    const words = messages.hirers.mail
    const subject = owed > 0 ? words.paidInPartSubject({ number }) : words.paidSubject({ number })
    return {
      subject,
      heading: subject,
      blocks: [
        { type: 'text', text: words.paid({ hirer, hire, amount, tender: messages.tenders.howPaid.card }) },
        ...(owed > 0
          ? [
              {
                type: 'text',
                text: words.stillOwed({ owed: money(owed, seller.currencySymbol).formatted }),
              } as const,
            ]
          : []),
        await linkToHirer(context, hirerId, words.link),
      ],
    }
  },
}
