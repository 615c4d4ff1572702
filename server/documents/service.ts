import { randomUUID } from 'node:crypto'
import { largestDocument } from '#contract/documents.ts'
import type { documents, DocumentToReview } from '#contract/documents.ts'
import type { Body } from '#contract/endpoint.ts'
import type { CustomerDocument } from '#contract/sessions.ts'
import { instant } from '#contract/time.ts'
import { findAddresses } from '#server/linked-people/service.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/documents.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditForSelected, recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { addDays, dayOf } from '#server/platform/wallclock.ts'
import type { Files } from '#server/providers/files/choose.ts'
import { documentRefused } from './notices/service.ts'
import {
  deleteOlderDocuments,
  documentsOf,
  fileOf,
  insertDocument,
  listRequestedTypes,
  lockDocument,
  pendingReviews,
  saveReview,
} from './queries.ts'
import type { FileRow, LockedDocument } from './queries.ts'
import {
  bytesOf,
  isValidOn,
  mediaTypeOf,
  missingDocument,
  nameOf,
  photoType,
  presentDocument,
  typeOf,
} from './rules.ts'

/** Validity of an accepted document, unless staff set another. */
const usuallyHoldsDays = 365

export type DocumentServices = { db: Database; files: Files }

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

/**
 * Stores an uploaded file. Its content decides the type; its name is for display only. The file is written
 * before its row, so that no row refers to a missing file.
 * @throws Refusal `too_large`; `invalid` by field
 */
export const addDocument = async (
  { db, files }: DocumentServices,
  actor: Actor,
  given: Body<typeof documents.add>,
  now: Date,
): Promise<CustomerDocument> => {
  const { customerId, operator } = actor
  if (customerId === null) throw loggedOut()
  const documentType = typeOf(given.documentType)
  const isPhoto = documentType === photoType
  if (!isPhoto && !(await listRequestedTypes(db, operator.id)).includes(documentType))
    throw invalid({ document_type: [messages.typeNotNeeded] })
  const bytes = bytesOf(given.contentBase64)
  if (bytes === null || bytes.length === 0) throw invalid({ content_base64: [messages.uploadIncomplete] })
  if (bytes.length > largestDocument) throw new Refusal('too_large', messages.fileTooLarge)
  const mediaType = mediaTypeOf(bytes)
  if (mediaType === null || (isPhoto && mediaType === 'application/pdf'))
    throw invalid({
      media_type: [isPhoto ? messages.pictureRequired : messages.pictureOrPdfRequired],
    })

  const fileKey = `${operator.id}/${randomUUID()}`
  await files.put(fileKey, bytes, mediaType)
  const { added, older } = await transact(db, async (tx) => {
    const document = await insertDocument(tx, {
      operatorId: operator.id,
      customerId,
      documentType,
      fileKey,
      fileName: given.fileName,
      mediaType,
      size: bytes.length,
      status: isPhoto ? 'accepted' : 'in_review',
      uploadedAt: now,
    })
    await auditForSelected(tx, actor, { act: acts.documentAdded, subject: documentType }, now)
    return {
      added: document,
      older: isPhoto ? await deleteOlderDocuments(tx, customerId, documentType, document.id) : [],
    }
  })
  for (const key of older) await files.remove(key)
  return presentDocument(added, dayOf(now, operator.timezone))
}

/** The file of a document, for its owner and for staff. */
export const fileFor = async (
  { db, files }: DocumentServices,
  actor: Actor,
  id: number,
): Promise<FileRow & { bytes: Buffer }> => {
  const row = await fileOf(db, id)
  const mayRead =
    row !== undefined &&
    row.operatorId === actor.operator.id &&
    actor.person !== null &&
    (actor.isStaff || row.customerId === actor.person.id)
  if (!mayRead) throw notFound()
  const bytes = await files.get(row.fileKey)
  if (bytes === null) throw notFound()
  return { ...row, bytes }
}

/** Job that deletes a file whose row is deleted. */
export const removeFileJob = 'documents.removeFile'

export const removeFile = async (files: Files, payload: unknown): Promise<void> => {
  await files.remove((payload as { fileKey: string }).fileKey)
}

export const listWaitingDocuments = async (tx: Tx, actor: Actor, now: Date): Promise<DocumentToReview[]> => {
  const holdsUntil = addDays(dayOf(now, actor.operator.timezone), usuallyHoldsDays)
  const waiting = await pendingReviews(tx, actor.operator.id)
  return waiting.map(({ documentType, uploadedAt, ...document }) => ({
    ...document,
    name: nameOf(documentType),
    uploadedAt: instant(uploadedAt),
    holdsUntil,
  }))
}

/**
 * Reviews a document at the desk. The later of two concurrent reviews is refused.
 * @throws Refusal `already_reviewed`; `invalid` by field
 */
export const reviewAtDesk = async (
  tx: Tx,
  actor: Actor,
  id: number,
  body: Body<typeof documents.review>,
  now: Date,
): Promise<CustomerDocument> => {
  const document = await lockDocument(tx, actor.operator.id, id)
  if (document === undefined || document.documentType === photoType) throw notFound()
  if (document.status !== 'in_review') throw new Refusal('already_reviewed', messages.alreadyReviewed)
  const { accepted, expiresOn, message = '' } = body
  if (accepted && expiresOn !== undefined && expiresOn < dayOf(now, actor.operator.timezone))
    throw invalid({ expires_on: [messages.alreadyExpired] })
  const review = accepted
    ? { accepted, ...(expiresOn === undefined ? {} : { expiresOn }) }
    : { accepted, message }
  return reviewDocument(tx, actor, id, review, now)
}

/**
 * Accepts or refuses a document, of which its owner is written to. Repeating it replaces the earlier review.
 * @throws Refusal `forbidden`, `not_found`; `invalid` when a refusal has no reason
 */
export const reviewDocument = async (
  tx: Tx,
  actor: Actor,
  id: number,
  review: { accepted: true; expiresOn?: string } | { accepted: false; message: string },
  now: Date,
): Promise<CustomerDocument> => {
  if (actor.person === null || !actor.isStaff) throw forbidden()
  const document = await lockDocument(tx, actor.operator.id, id)
  if (document === undefined) throw notFound()
  const today = dayOf(now, actor.operator.timezone)
  if (!review.accepted && review.message.trim() === '') throw invalid({ message: [messages.reasonRequired] })
  const settled = await saveReview(tx, id, {
    status: review.accepted ? 'accepted' : 'refused',
    message: review.accepted ? null : review.message,
    expiresOn: review.accepted ? (review.expiresOn ?? addDays(today, usuallyHoldsDays)) : null,
    reviewedBy: actor.person.id,
    reviewedAt: now,
  })
  const done = { actorId: actor.person.id, forCustomerId: document.customerId }
  await recordAudit(
    tx,
    {
      ...done,
      act: acts.documentReviewed[review.accepted ? 'accepted' : 'refused'],
      subject: document.documentType,
    },
    now,
  )
  if (!review.accepted) await notifyRefusal(tx, actor, document, review.message.trim(), now)
  return presentDocument(settled, today)
}

/** Writes to the owner, or of a child's document to a person who books for them. */
const notifyRefusal = async (
  tx: Tx,
  { operator }: Actor,
  { id: documentId, customerId, documentType, firstName }: LockedDocument,
  reason: string,
  now: Date,
): Promise<void> => {
  const [address] = await findAddresses(tx, [customerId])
  if (address === undefined) return
  const facts = { documentId, firstName, name: nameOf(documentType), reason, isOfOther: !address.isOwn }
  await sendNotice(tx, documentRefused, { operatorId: operator.id, to: address.email }, facts, now)
}
