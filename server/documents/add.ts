import { randomUUID } from 'node:crypto'
import { largestDocument } from '#contract/documents.ts'
import type { documents } from '#contract/documents.ts'
import type { Body } from '#contract/endpoint.ts'
import type { CustomerDocument } from '#contract/sessions.ts'
import { localDay } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Database } from '#server/platform/database.ts'
import { invalid, loggedOut, notFound, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import type { Files } from '#server/providers/files/store.ts'
import { bytesOf, mediaTypeOf, photoType, presentDocument, typeOf } from './rules.ts'
import { deleteOlderDocuments, fileOf, insertDocument, listRequestedTypes } from './sql.ts'
import type { FileRow } from './sql.ts'

export type DocumentServices = { db: Database; files: Files }

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
    throw invalid({ document_type: [(messages) => messages.documents.typeNotNeeded] })
  const bytes = bytesOf(given.contentBase64)
  if (bytes === null || bytes.length === 0)
    throw invalid({ content_base64: [(messages) => messages.documents.uploadIncomplete] })
  if (bytes.length > largestDocument)
    throw new Refusal('too_large', (messages) => messages.documents.fileTooLarge)
  const mediaType = mediaTypeOf(bytes)
  if (mediaType === null || (isPhoto && mediaType === 'application/pdf'))
    throw invalid({
      media_type: [
        isPhoto
          ? (messages) => messages.documents.pictureRequired
          : (messages) => messages.documents.pictureOrPdfRequired,
      ],
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
  return presentDocument(added, localDay(now, operator.timezone))
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
