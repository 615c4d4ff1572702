import { mediaTypeOf } from '#server/documents/rules.ts'
import type { Folder } from '#server/import/files/folder.ts'
import type { PersonFile, ProofFile } from '#server/import/files/types.ts'
import type { Checked } from '#server/import/files/validation.ts'

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
      if (bytes === null) report(field, `there is no ${document.file} in the folder.`)
      else if (mediaType === null) report(field, `${document.file} is no JPEG, PNG or PDF.`)
      return bytes === null || mediaType === null ? [] : [{ ...document, reference, bytes, mediaType }]
    }),
  )
