import type { hirers } from '#contract/hirers.ts'
import type { Routes } from '#server/platform/http.ts'
import { hirePlaces } from './hire.ts'
import { invoiceHire, listInvoices, payInvoice, sendInvoiceAgain } from './invoices.ts'
import { openHirerLink } from './link.ts'
import { listHirers, listPlaces, readHirer } from './list.ts'
import { addHirer, changeHirer } from './manage.ts'
import { previewHire } from './preview.ts'
import { changeInvoicing, confirmHire, endHire, leaveOutOfHire } from './states.ts'

export const hirersRoutes = (): Routes<typeof hirers> => ({
  list: ({ tx, actor, now }) => listHirers(tx, actor, now),
  one: ({ tx, actor, params, now }) => readHirer(tx, actor, params.hirerId, now),
  places: ({ tx, actor, params }) => listPlaces(tx, actor, params.venue),
  add: ({ tx, actor, body, now }) => addHirer(tx, actor, body, now),
  change: ({ tx, actor, params, body, now }) => changeHirer(tx, actor, params.hirerId, body, now),
  preview: ({ tx, actor, body, now }) => previewHire(tx, actor, body, now),
  hire: ({ tx, actor, body, now }) => hirePlaces(tx, actor, body, now),
  confirm: ({ tx, actor, params, now }) => confirmHire(tx, actor, params.hireId, now),
  leaveOut: ({ tx, actor, params, body, now }) => leaveOutOfHire(tx, actor, params.hireId, body, now),
  changeInvoicing: ({ tx, actor, params, body, now }) =>
    changeInvoicing(tx, actor, params.hireId, body.invoicing, now),
  invoices: ({ tx, actor, query, now }) => listInvoices(tx, actor, query.until, now),
  invoice: ({ tx, actor, params, body, now }) => invoiceHire(tx, actor, params.hireId, body.until, now),
  pay: ({ tx, actor, params, body, now }) => payInvoice(tx, actor, params.invoiceId, body, now),
  send: ({ tx, actor, params, now }) => sendInvoiceAgain(tx, actor, params.invoiceId, now),
  ofLink: ({ tx, actor, query, now }) => openHirerLink(tx, actor, query.code, now),
  end: ({ tx, actor, params, body, now }) => endHire(tx, actor, params.hireId, body.lastDay, now),
})
