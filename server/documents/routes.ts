import type { documents } from '#contract/documents.ts'
import { localDay } from '#contract/time.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut, notFound } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import type { Files } from '#server/providers/files/store.ts'
import { addDocument, fileFor } from './add.ts'
import type { DocumentServices } from './add.ts'
import { listDocuments, listWaitingDocuments } from './list.ts'
import { reviewAtDesk } from './review.ts'

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
    const today = localDay(now, actor.operator.timezone)
    return listDocuments(tx, actor.customerId, needed === null ? [] : [needed], today)
  },
  waiting: ({ tx, actor, now }) => listWaitingDocuments(tx, actor, now),
  review: ({ tx, actor, params, body, now }) => reviewAtDesk(tx, actor, params.documentId, body, now),
  add: ({ db, actor, body, now }) => addDocument({ db, files }, actor, body, now),
})

/** Serves uploaded files to their owner and to staff, sandboxed so that a browser runs nothing in them. */
export const documentFiles = (services: DocumentServices): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/my-account/documents/{id}/file',
    handle: async ({ actor, params }) => {
      const id = params['id'] ?? ''
      if (!/^\d{1,9}$/.test(id)) throw notFound()
      const { bytes, mediaType, fileName } = await fileFor(services, actor, Number(id))
      const how = mediaType === 'application/pdf' ? 'attachment' : 'inline'
      return new Response(new Uint8Array(bytes), {
        headers: {
          'Content-Type': mediaType,
          'Content-Disposition': `${how}; filename*=UTF-8''${encodeURIComponent(fileName)}`,
          'Content-Security-Policy': "default-src 'none'; sandbox",
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
          Vary: 'Cookie, Authorization',
        },
      })
    },
  },
]
