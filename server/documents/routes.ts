import type { documents } from '#contract/documents.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import type { Files } from '#server/providers/files/choose.ts'
import { addDocument, reviewAtDesk, listDocuments, listWaitingDocuments } from './service.ts'

export type DocumentDeps = {
  files: Files
  /**
   * The document type that the customer's membership requires, or null. Injected, because memberships
   * import documents.
   */
  documentTypeNeeded: (tx: Tx, customerId: number, now: Date) => Promise<string | null>
}

export const documentsRoutes = ({ files, documentTypeNeeded }: DocumentDeps): Routes<typeof documents> => ({
  mine: async ({ tx, actor, now }) => {
    if (actor.customerId === null) throw loggedOut()
    const needed = await documentTypeNeeded(tx, actor.customerId, now)
    const today = dayOf(now, actor.operator.timezone)
    return listDocuments(tx, actor.customerId, needed === null ? [] : [needed], today)
  },
  waiting: ({ tx, actor, now }) => listWaitingDocuments(tx, actor, now),
  review: ({ tx, actor, params, body, now }) => reviewAtDesk(tx, actor, params.documentId, body, now),
  add: ({ db, actor, body, now }) => addDocument({ db, files }, actor, body, now),
})
