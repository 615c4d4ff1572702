import type { DocumentToReview } from '#contract/documents.ts'
import type { CustomerDocument } from '#contract/sessions.ts'
import { daysAfter, instant, localDay } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import {
  isValidOn,
  missingDocument,
  nameOf,
  photoType,
  presentDocument,
  typeOf,
  usuallyHoldsDays,
} from './rules.ts'
import { documentsOf, pendingReviews } from './sql.ts'

/**
 * The newest document of each type that a person uploaded, and those they still have to upload.
 * @param requestedTypes document types this person has to provide, as slugs
 */
export const listDocuments = async (
  tx: Tx,
  customerId: number,
  requestedTypes: readonly string[],
  today: string,
): Promise<CustomerDocument[]> => {
  return (await listDocumentsAndPhoto(tx, customerId, requestedTypes, today)).documents
}

/** The same with the id of the person's photo, or null. */
export const listDocumentsAndPhoto = async (
  tx: Tx,
  customerId: number,
  requestedTypes: readonly string[],
  today: string,
): Promise<{ documents: CustomerDocument[]; photoId: number | null }> => {
  const sent = await documentsOf(tx, [customerId])
  const all = sent.filter(({ documentType }) => documentType !== photoType)
  const newest = all.filter(
    (one) => one === all.find(({ documentType }) => documentType === one.documentType),
  )
  const missing = requestedTypes.filter((type) => newest.every(({ documentType }) => documentType !== type))
  return {
    documents: [
      ...missing.map(missingDocument),
      ...newest.map((document) => presentDocument(document, today)),
    ],
    photoId: sent.find(({ documentType }) => documentType === photoType)?.id ?? null,
  }
}

export const listWaitingDocuments = async (tx: Tx, actor: Actor, now: Date): Promise<DocumentToReview[]> => {
  const holdsUntil = daysAfter(localDay(now, actor.operator.timezone), usuallyHoldsDays)
  const waiting = await pendingReviews(tx, actor.operator.id)
  return waiting.map(({ documentType, uploadedAt, ...document }) => ({
    ...document,
    name: nameOf(documentType),
    uploadedAt: instant(uploadedAt),
    holdsUntil,
  }))
}

/** The id of a customer's photo, or null. */
export const photoOf = async (tx: Tx, customerId: number): Promise<number | null> =>
  (await documentsOf(tx, [customerId])).find(({ documentType }) => documentType === photoType)?.id ?? null

/** The ids of the photos of these people, by person. */
export const photosOf = async (
  tx: Tx,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (customerIds.length === 0) return new Map()
  const photos = (await documentsOf(tx, customerIds)).filter(({ documentType }) => documentType === photoType)
  // Newest first, so that the newest is set last.
  return new Map(photos.toReversed().map(({ customerId, id }) => [customerId, id]))
}

/** The URL of a document's file on the given site. */
export const photoAddress = (site: string, documentId: number | null): string | null =>
  documentId === null ? null : `${site}/api/my-account/documents/${documentId}/file`

/** Documents of people that are valid on a day or later, by person: type and last day. */
export const proofsOf = async (
  tx: Tx,
  customerIds: readonly number[],
): Promise<Map<number, { type: string; until: string | null }[]>> => {
  const proofs = new Map<number, { type: string; until: string | null }[]>()
  if (customerIds.length === 0) return proofs
  for (const { customerId, documentType, status, expiresOn } of await documentsOf(tx, customerIds)) {
    if (status !== 'accepted') continue
    proofs.set(customerId, [...(proofs.get(customerId) ?? []), { type: documentType, until: expiresOn }])
  }
  return proofs
}

/** Whether a customer has a document that is valid on a calendar day. */
export const hasProof = async (tx: Tx, customerId: number, type: string, day: string): Promise<boolean> =>
  (await documentsOf(tx, [customerId])).some(
    (document) => document.documentType === typeOf(type) && isValidOn(document, day),
  )

/** The same, or one still in review: enough to join with. */
export const hasSentProof = async (tx: Tx, customerId: number, type: string, day: string): Promise<boolean> =>
  (await sentProofsOf(tx, customerId))(type, day)

/** What `hasSentProof` says of a person, for several types and days: their documents are read once. */
export const sentProofsOf = async (
  tx: Tx,
  customerId: number,
): Promise<(type: string, day: string) => boolean> => {
  const documents = await documentsOf(tx, [customerId])
  return (type, day) => {
    const sent = documents.filter(({ documentType }) => documentType === typeOf(type))
    return sent[0]?.status === 'in_review' || sent.some((document) => isValidOn(document, day))
  }
}
