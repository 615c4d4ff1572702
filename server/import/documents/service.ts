import path from 'node:path'
import type { OperatorFiles } from '#server/import/files/types.ts'
import { selectCustomerIds } from '#server/import/people/service.ts'
import type { Change } from '#server/import/reconcile/service.ts'
import type { Tx } from '#server/platform/database.ts'
import { insertDocument } from './queries.ts'

/** Where the files of people are put, by a key of ours. */
export type StoreFile = (key: string, bytes: Buffer, mediaType: string) => Promise<void>

/**
 * Proofs that people have given before, each once under its key: what has become of it since is kept. The file is there
 * before its row is.
 * @param keep null where nothing is kept: the import is only looked at, or has no such place
 */
export const loadDocuments = async (
  tx: Tx,
  operatorId: number,
  { proofs, people }: OperatorFiles,
  keep: StoreFile | null,
  changes: Change[],
): Promise<void> => {
  if (keep === null) return
  const ids = await selectCustomerIds(tx, operatorId)
  const current = new Set(people.map(({ reference }) => reference))
  for (const proof of proofs) {
    const { reference, key, type, uploadedOn, file, bytes, ...columns } = proof
    const customerId = ids.get(reference)
    if (customerId === undefined || !current.has(reference)) continue
    const fileKey = `${operatorId}/import-${customerId}-${key}`
    await keep(fileKey, bytes, columns.mediaType)
    const added = await insertDocument(tx, {
      ...columns,
      operatorId,
      customerId,
      documentType: type,
      fileKey,
      fileName: path.basename(file),
      size: bytes.length,
      uploadedAt: new Date(`${uploadedOn}T12:00:00Z`),
      importKey: `${reference}/${key}`,
    })
    if (added) changes.push({ what: 'document', which: `${reference}/${key}`, how: 'added' })
  }
}
