import type { CatalogueEdit, CatalogueList, CatalogueRow } from '#contract/office.ts'
import * as catalogueMessages from '#messages/desk/catalogue.ts'
import * as messages from '#messages/desk/drafts.ts'
import { intervalsOf } from './exceptions.ts'
import { textOf } from './choices.ts'
import { listForms } from './fields.ts'
import type { Lists } from './choices.ts'
import type { Field } from './fields.ts'
import { nameOfRow } from './names.ts'

/** An edit as people read it: of what, and each of its fields before and after. */
export type EditInWords = { kind: keyof typeof messages.kinds; of: string; changes: string[] }

/** Longer texts are not shown: it is said that they are other ones. */
const longestText = 80

export const editInWords = ({ list, before, after }: CatalogueEdit, lists: Lists): EditInWords => {
  const row = after ?? before ?? {}
  const of = messages.editOf({
    list: catalogueMessages.lists[list]?.title ?? list,
    name: nameOfRow(list, before ?? row, lists),
  })
  if (after === null) return { kind: 'takenOut', of, changes: [] }
  const { fields } = listForms[list]
  return before === null
    ? { kind: 'added', of, changes: changesOf({ list, fields, lists }, {}, after) }
    : { kind: 'changed', of, changes: changesOf({ list, fields, lists }, before, after) }
}

type Of = { list: CatalogueList; fields: readonly Field[]; lists: Lists }

const changesOf = (of: Of, before: CatalogueRow, after: CatalogueRow): string[] => {
  const names = [
    ...new Set([...of.fields.map(({ name }) => name), ...Object.keys(before), ...Object.keys(after)]),
  ]
  return (
    names
      // What others call it by, and where it stands in its file.
      .filter((name) => name !== 'slug' && name !== 'key' && !isSame(before[name], after[name]))
      .flatMap((name) => fieldChanges(of, name, before, after))
  )
}

const fieldChanges = (of: Of, name: string, before: CatalogueRow, after: CatalogueRow): string[] => {
  const [was, is] = [before[name], after[name]]
  if (areParts(was) && areParts(is)) return partChanges(of, name, was, is)
  const field = labelOf(of.list, name)
  const ownField = of.fields.find((one) => one.name === name)
  const [from, to] = [valueText(of, ownField, name, was, before), valueText(of, ownField, name, is, after)]
  if (from.length > longestText || to.length > longestText || from === to)
    return [messages.otherText({ field })]
  return isEmpty(was) ? [messages.isNow({ field, to })] : [messages.fromTo({ field, from, to })]
}

const labelOf = (list: CatalogueList, name: string): string =>
  name === 'children'
    ? (catalogueMessages.lists['activities']?.title ?? name)
    : (catalogueMessages.fields[`${list}.${name}`]?.label ?? name)

type Part = CatalogueRow & { slug: string }

/** The activities under a heading, the places of a venue: parts with a name. None is a list of them, too. */
const areParts = (value: unknown): value is Part[] | undefined =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every(
      (part: unknown) =>
        typeof part === 'object' && part !== null && textOf((part as CatalogueRow)['slug']) !== '',
    ))

const partChanges = (
  of: Of,
  name: string,
  before: readonly Part[] = [],
  after: readonly Part[] = [],
): string[] => {
  const called = (part: Part): string => textOf(part['name']) || textOf(part['text']) || part.slug
  const label = labelOf(of.list, name)
  const form = of.fields.find((field) => field.name === name)
  const fields = name === 'children' ? of.fields : form?.kind === 'rows' ? form.fields : []
  const added = after.filter((part) => !before.some(({ slug }) => slug === part.slug))
  const gone = before.filter((part) => !after.some(({ slug }) => slug === part.slug))
  const changed = after.flatMap((part) => {
    const was = before.find(({ slug }) => slug === part.slug)
    return was === undefined
      ? []
      : changesOf({ ...of, fields }, was, part).map((change) =>
          messages.editOf({ list: called(part), name: change }),
        )
  })
  return [
    ...added.map((part) => messages.fromTo({ field: label, from: messages.nothing, to: called(part) })),
    ...gone.map((part) => messages.fromTo({ field: label, from: called(part), to: messages.nothing })),
    ...changed,
  ]
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

const isSame = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other)

const valueText = (
  { lists }: Of,
  field: Field | undefined,
  name: string,
  value: unknown,
  row: CatalogueRow,
): string => {
  if (isEmpty(value)) return messages.nothing
  if (typeof value === 'boolean') return value ? messages.yes : messages.no
  if (field?.kind === 'exceptions')
    return intervalsOf(textOf(value))
      .map((days) => messages.daysOut(days))
      .join(', ')
  const texts = Array.isArray(value)
    ? value.map((part: unknown) => textOf(part))
    : field?.kind === 'several'
      ? textOf(value).split(/\s+/)
      : [textOf(value)]
  const choices = field !== undefined && 'options' in field ? field.options({ lists, row }) : []
  const worded = texts.map(
    (text) =>
      choices.find((choice) => choice.value === text && choice.label !== '')?.label ??
      catalogueMessages.options[name]?.[text] ??
      text,
  )
  return worded.filter((text) => text !== '').join(', ')
}
