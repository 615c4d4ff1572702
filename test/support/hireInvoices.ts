import { api } from '#web/platform/api.ts'
import type { TestBrowser } from './app.ts'
import { billing, typeCard } from './buying.ts'
import type { HallToHire } from './hires.ts'
import { sentMessages } from './messages.ts'

/** An invoice of £120.00 for four Thursdays, and what checkout is told of it: the secret of the link in its mail. */
export const anInvoice = async (world: HallToHire): Promise<AnInvoice> => {
  const { id: hireId } = await world.hire({ nominalCode: '4500' })
  const { id: invoiceId } = await world.office.send(api.hirers.invoice, { hireId, until: '2027-03-31' })
  const mails = await sentMessages(world.db, world.app, 'hire_invoiced')
  const code = /\/hires\?code=([\w-]{32})/.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  return { hireId, what: { source: 'hire-invoice', invoiceId, hirerCode: code } }
}

/** `invoiceAmount`: what is paid of it; all that is owed where it is not said. */
export type AnInvoice = {
  hireId: number
  what: { source: 'hire-invoice'; invoiceId: number; hirerCode: string; invoiceAmount?: number }
}

/** What the page of the link does: a card is typed in and authorised. */
export const authoriseInvoice = async (browser: TestBrowser, { what }: AnInvoice, card?: string) =>
  browser.send(api.checkout.authorise, { ...billing, ...(await typeCard(browser, card, what)), ...what })

export const completeInvoice = (browser: TestBrowser, transactionUuid: string) =>
  browser.send(api.checkout.completeInvoice, { transactionUuid })

/** Both, with a card that is accepted. */
export const payInvoice = async (browser: TestBrowser, invoice: AnInvoice) =>
  completeInvoice(browser, (await authoriseInvoice(browser, invoice)).transactionUuid)
