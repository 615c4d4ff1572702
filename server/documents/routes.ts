import type { documents } from '#contract/documents.ts'
import { readMembers } from '#server/memberships/service.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import type { Files } from '#server/providers/files/choose.ts'
import { addDocument, reviewAtDesk, listDocuments, listWaitingDocuments } from './service.ts'

export const documentsRoutes = (files: Files): Routes<typeof documents> => ({
  mine: async ({ tx, actor, now }) => {
    if (actor.customerId === null) throw loggedOut()
    const requestedType = (await readMembers(tx, [actor.customerId], now)).get(actor.customerId)?.documentType
    return listDocuments(
      tx,
      actor.customerId,
      requestedType ? [requestedType] : [],
      dayOf(now, actor.operator.timezone),
    )
  },
  waiting: ({ tx, actor, now }) => listWaitingDocuments(tx, actor, now),
  review: ({ tx, actor, params, body, now }) => reviewAtDesk(tx, actor, params.documentId, body, now),
  add: ({ db, actor, body, now }) => addDocument({ db, files }, actor, body, now),
})
