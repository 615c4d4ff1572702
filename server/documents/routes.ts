import type { documents } from '#contract/documents.ts'
import { membersShown } from '#server/memberships/service.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import type { Files } from '#server/providers/files/choose.ts'
import { addDocument, reviewAtDesk, shownDocuments, shownWaiting } from './service.ts'

export const documentsRoutes = (files: Files): Routes<typeof documents> => ({
  mine: async ({ tx, actor, now }) => {
    if (actor.customerId === null) throw loggedOut()
    const asked = (await membersShown(tx, [actor.customerId], now)).get(actor.customerId)?.documentType
    return shownDocuments(tx, actor.customerId, asked ? [asked] : [], dayOf(now, actor.operator.timezone))
  },
  waiting: ({ tx, actor, now }) => shownWaiting(tx, actor, now),
  review: ({ tx, actor, params, body, now }) => reviewAtDesk(tx, actor, params.documentId, body, now),
  add: ({ db, actor, body, now }) => addDocument({ db, files }, actor, body, now),
})
