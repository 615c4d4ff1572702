import { sql } from 'kysely'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import type { DocumentRow, MediaType } from './rules.ts'

const columns = ['id', 'documentType', 'status', 'message', 'uploadedAt', 'expiresOn'] as const

/** All documents of these people, newest of each type first. */
export const documentsOf = createBatchedStatement(
  async (tx, groups: (readonly number[])[]): Promise<(DocumentRow & { customerId: number })[][]> => {
    const documents = await tx
      .selectFrom('document')
      .select([...columns, 'customerId'])
      .where(sql<boolean>`customer_id = any(${groups.flat()}::int[])`)
      .orderBy('documentType')
      .orderBy('id', 'desc')
      .execute()
    return groups.map((wanted) => documents.filter(({ customerId }) => wanted.includes(customerId)))
  },
  { name: 'documents', batchSize: 64, inFlight: 1 },
)

/** The document types that an operator's plans and prices require. */
export const listRequestedTypes = async (tx: Tx, operatorId: number): Promise<string[]> => {
  const { rows } = await sql<{ type: string }>`
    select document_type as type from membership_plan where operator_id = ${operatorId} and document_type is not null
    union
    select p.proof from pricing_option p join activity a on a.id = p.activity_id join venue v on v.id = a.venue_id
      where v.operator_id = ${operatorId} and p.proof is not null
    order by 1`.execute(tx)
  return rows.map((row) => row.type)
}

type NewDocument = {
  operatorId: number
  customerId: number
  documentType: string
  fileKey: string
  fileName: string
  mediaType: MediaType
  size: number
  status: 'in_review' | 'accepted'
  uploadedAt: Date
}

export const insertDocument = async (tx: Tx, document: NewDocument): Promise<DocumentRow> =>
  await tx
    .insertInto('document')
    .values(document)
    .returning([...columns])
    .executeTakeFirstOrThrow()

/** What serving the file of a document needs. */
export type FileRow = {
  id: number
  operatorId: number
  customerId: number
  fileKey: string
  fileName: string
  mediaType: MediaType
}

const fileColumns = ['id', 'operatorId', 'customerId', 'fileKey', 'fileName', 'mediaType'] as const

export const fileOf = async (tx: Tx, id: number): Promise<FileRow | undefined> =>
  await tx.selectFrom('document').select(fileColumns).where('id', '=', id).executeTakeFirst()

/**
 * Deletes all documents of a type but the newest.
 * @returns the keys of their files
 */
export const deleteOlderDocuments = async (
  tx: Tx,
  customerId: number,
  documentType: string,
  newestId: number,
): Promise<string[]> => {
  const gone = await tx
    .deleteFrom('document')
    .where('customerId', '=', customerId)
    .where('documentType', '=', documentType)
    .where('id', '<>', newestId)
    .returning('fileKey')
    .execute()
  return gone.map(({ fileKey }) => fileKey)
}

export type LockedDocument = DocumentRow & { customerId: number; firstName: string }

/** Locks a document of the operator for its review. */
export const lockDocument = async (
  tx: Tx,
  operatorId: number,
  id: number,
): Promise<LockedDocument | undefined> =>
  await tx
    .selectFrom('document')
    .innerJoin('customer', 'customer.id', 'document.customerId')
    .select([
      'document.id',
      'documentType',
      'status',
      'message',
      'uploadedAt',
      'expiresOn',
      'customerId',
      'customer.firstName',
    ])
    .where('document.id', '=', id)
    .where('document.operatorId', '=', operatorId)
    .forUpdate('document')
    .executeTakeFirst()

export const saveReview = async (
  tx: Tx,
  id: number,
  review: {
    status: 'accepted' | 'refused'
    message: string | null
    expiresOn: string | null
    reviewedBy: number
    reviewedAt: Date
  },
): Promise<DocumentRow> =>
  await tx
    .updateTable('document')
    .set(review)
    .where('id', '=', id)
    .returning([...columns])
    .executeTakeFirstOrThrow()

type WaitingRow = {
  id: number
  documentType: string
  mediaType: MediaType
  fileName: string
  uploadedAt: Date
  userId: number
  firstName: string
  lastName: string
  reference: string
  dateOfBirth: string | null
}

/** Documents in review, oldest first. */
export const pendingReviews = async (tx: Tx, operatorId: number): Promise<WaitingRow[]> =>
  await tx
    .selectFrom('document')
    .innerJoin('customer', 'customer.id', 'document.customerId')
    .select([
      'document.id',
      'document.documentType',
      'document.mediaType',
      'document.fileName',
      'document.uploadedAt',
      'customer.id as userId',
      'customer.firstName',
      'customer.lastName',
      'customer.reference',
      'customer.dateOfBirth',
    ])
    .where('document.operatorId', '=', operatorId)
    .where('document.status', '=', sql.lit('in_review'))
    // A newer document of the same type withdraws the older one.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('document as newer')
            .select('newer.id')
            .whereRef('newer.customerId', '=', 'document.customerId')
            .whereRef('newer.documentType', '=', 'document.documentType')
            .whereRef('newer.id', '>', 'document.id'),
        ),
      ),
    )
    .orderBy('document.uploadedAt')
    .orderBy('document.id')
    .limit(100)
    .execute()
