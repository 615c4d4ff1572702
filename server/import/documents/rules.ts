import { mediaTypeOf } from '#server/documents/rules.ts'
import type { Folder } from '#server/import/files/folder.ts'
import type { PersonFile, ProofFile } from '#server/import/files/types.ts'
import type { Checked } from '#server/import/files/validation.ts'
import * as messages from '#server/messages/en/import.ts'

/** Proofs with what is in their files, which are told by their content as those that people send. */
export const normaliseProofs = (
  people: readonly Checked<PersonFile>[],
  files: Pick<Folder, 'asset'>,
): ProofFile[] =>
  people.flatMap(({ value: { reference, documents }, report }) =>
    documents.flatMap((document, index): ProofFile[] => {
      const field = `documents.${index}.file`
      const bytes = files.asset(document.file)
      const mediaType = bytes === null ? null : mediaTypeOf(bytes)
      if (bytes === null) report(field, messages.fileMissing({ file: document.file }))
      else if (mediaType === null) report(field, messages.documentForm({ file: document.file }))
      return bytes === null || mediaType === null ? [] : [{ ...document, reference, bytes, mediaType }]
    }),
  )
