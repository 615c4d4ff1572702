import { catalogueLists } from '#contract/office.ts'
import type { Text } from '#server/messages/languages.ts'
import { fileOf, nameOf } from './rowEdits.ts'
import type { InvalidRows } from './rowEdits.ts'

/** `position`: of the edit whose row it is about; null: of another row. `text` says of which row, and what is wrong. */
type RowProblem = { position: number | null; field: string; sentence: string; text: Text }

/** What is wrong with rows that were edited, and with others that they do not fit any more. */
export const problemsOf = ({ problems, edited: { rows, places } }: InvalidRows): RowProblem[] =>
  problems.map(({ file, line, field, sentence }) => {
    const list = catalogueLists.find((name) => file.startsWith(`${fileOf(name)}.`))
    const position = places.findIndex((place) => place !== null && place.list === list && place.line === line)
    const row = list === undefined || line === null ? undefined : rows[fileOf(list)]?.[line - 1]
    return {
      position: position < 0 ? null : position,
      field,
      sentence,
      text: (messages) =>
        messages.office.otherRow({
          row: `${list === undefined ? file : messages.office.catalogueLists[list]} ${nameOf(row)}`.trim(),
          field,
          problem: sentence,
        }),
    }
  })
