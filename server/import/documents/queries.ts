import type { Selectable } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { Tables } from '#server/platform/tables.ts'

/** @returns whether it was not there yet */
export const insertDocument = async (
  tx: Tx,
  proof: {
    operatorId: number
    customerId: number
    documentType: string
    fileKey: string
    fileName: string
    mediaType: Selectable<Tables['document']>['mediaType']
    size: number
    status: Selectable<Tables['document']>['status']
    message: string | null
    uploadedAt: Date
    expiresOn: string | null
    importKey: string
  },
): Promise<boolean> =>
  (await tx
    .insertInto('document')
    .values(proof)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
