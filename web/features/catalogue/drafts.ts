import type { CatalogueEdit, CatalogueList, CatalogueRow } from '#contract/office.ts'
import { writtenIntervals } from './exceptions.ts'
import { textOf } from './choices.ts'
import { firstLine, firstPrice, listForms } from './fields.ts'
import type { Lists } from './choices.ts'
import type { Field } from './fields.ts'

/* From what is filled in to rows of the operator's files, and from what is wrong with those back to the fields. */

/** Which row is edited: its place in its list, of an activity under a heading also its place there. Null: a new one. */
export type Place = { index: number; child: number | null } | null

/** What is filled in. `price` and `line`: with what a new activity begins. */
export type Draft = { row: CatalogueRow; price: CatalogueRow; line: CatalogueRow; heading: string }

const isText = (value: unknown): value is string => typeof value === 'string'

export const childrenOf = (row: CatalogueRow | undefined): CatalogueRow[] =>
  Array.isArray(row?.['children']) ? (row['children'] as CatalogueRow[]) : []

/** The row at a place; undefined where it is gone. */
export const rowAt = (lists: Lists, list: CatalogueList, place: Place): CatalogueRow | undefined => {
  if (place === null) return undefined
  const row = lists[list][place.index]
  return place.child === null ? row : childrenOf(row)[place.child]
}

export const emptyDraft = (lists: Lists, list: CatalogueList, place: Place): Draft => ({
  row: rowAt(lists, list, place) ?? listForms[list].start(lists),
  price: {},
  line: {},
  heading: '',
})

/** The name a thing has in addresses and in other rows: unlike those that are there. Names without a Latin letter have none of their own. */
export const slugOf = (name: string, taken: readonly string[], otherwise: string): string => {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 70)
  const slug = /[a-z]/.test(plain) ? plain : otherwise
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? slug : `${slug}-${number}`
    if (!taken.includes(numbered)) return numbered
  }
}

const slugsOf = (rows: readonly CatalogueRow[]): string[] =>
  rows.flatMap(({ slug }) => (isText(slug) ? [slug] : []))

/** A value that was left empty is not written: what the files say of it then holds. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === '' || (typeof value === 'number' && Number.isNaN(value))

/** A line of the timetable or a session that was filled in, as its file has it. */
export const writtenLine = (list: 'timetable' | 'sessions', row: CatalogueRow): CatalogueRow =>
  written(row, listForms[list].fields)

/** A row as its file has it: without what is empty, and each of its parts with a name of its own. */
const written = (row: CatalogueRow, fields: readonly Field[]): CatalogueRow => {
  const filled: CatalogueRow = {}
  for (const [name, value] of Object.entries(row)) if (!isEmpty(value)) filled[name] = value
  for (const field of fields) {
    const value = filled[field.name]
    if (
      field.kind === 'several' &&
      field.isAllWhenEmpty === true &&
      Array.isArray(value) &&
      value.length === 0
    )
      delete filled[field.name]
    if (field.kind === 'exceptions' && isText(value)) {
      const days = writtenIntervals(value)
      if (days === '') delete filled[field.name]
      else filled[field.name] = days
    }
    if (field.kind === 'rows' && Array.isArray(value))
      filled[field.name] = partsOf(value as CatalogueRow[], field)
    if (field.kind === 'part' && value !== null && value !== undefined) {
      const part = written(value as CatalogueRow, field.fields)
      if (Object.keys(part).length === 0) delete filled[field.name]
      else filled[field.name] = part
    }
  }
  return filled
}

/** A part that is not saved yet has a name for the time being, by which others refer to it. */
export const isUnsaved = (slug: unknown): boolean => !isText(slug) || slug === '' || slug.startsWith('#')

/** The parts of a row; one that is new gets its name, also where others are made of it. */
const partsOf = (
  parts: readonly CatalogueRow[],
  { name, fields }: Field & { kind: 'rows' },
): CatalogueRow[] => {
  const taken = slugsOf(parts).filter((slug) => !isUnsaved(slug))
  const slugs = new Map<string, string>()
  const withSlugs = parts.map((part) => {
    const slug = isUnsaved(part['slug']) ? nextSlug(part, taken, name) : textOf(part['slug'])
    if (isText(part['slug'])) slugs.set(part['slug'], slug)
    return { ...part, slug }
  })
  return withSlugs.map((part: CatalogueRow) => {
    const { contains } = part
    const named = Array.isArray(contains)
      ? { contains: contains.flatMap((one) => (isText(one) ? (slugs.get(one) ?? []) : [])) }
      : {}
    return written({ ...part, ...named }, fields)
  })
}

const nextSlug = (part: CatalogueRow, taken: string[], otherwise: string): string => {
  const called = [part['name'], part['text']].find(isText) ?? ''
  const slug = slugOf(called, taken, otherwise.replace(/s$/, ''))
  taken.push(slug)
  return slug
}

/** What is saved, in one go: a new activity with its price and when it is. */
export const editsOf = (lists: Lists, list: CatalogueList, place: Place, draft: Draft): CatalogueEdit[] => {
  const { fields, form } = listForms[list]
  const own = written(draft.row, fields)
  if (list === 'activities') return activityEdits(lists, place, own, draft)
  const before = rowAt(lists, list, place) ?? null
  const after = { ...own }
  if (before === null && form === 'json' && !isText(after['slug']))
    after['slug'] = slugOf(
      isText(after['name']) ? after['name'] : '',
      slugsOf(lists[list]),
      list.replace(/s$/, ''),
    )
  if (before === null && list === 'prices')
    after['option'] = slugOf(isText(after['name']) ? after['name'] : '', optionsOf(lists, after), 'standard')
  return [{ list, before, after }]
}

/** The names that prices of the same thing have. */
const optionsOf = (lists: Lists, { activity, ticket }: CatalogueRow): string[] =>
  lists.prices
    .filter((price) => price['activity'] === activity && price['ticket'] === ticket)
    .flatMap(({ option }) => (isText(option) ? [option] : []))

const activityEdits = (lists: Lists, place: Place, own: CatalogueRow, draft: Draft): CatalogueEdit[] => {
  const roots = lists.activities
  if (place !== null) {
    const before = roots[place.index] ?? null
    const after =
      place.child === null || before === null
        ? own
        : {
            ...before,
            children: childrenOf(before).map((child, index) => (index === place.child ? own : child)),
          }
    return [{ list: 'activities', before, after }]
  }
  const taken = slugsOf([...roots, ...roots.flatMap(childrenOf)])
  const slug = slugOf(isText(own['name']) ? own['name'] : '', taken, 'activity')
  const activity = { ...own, slug }
  const heading = roots.find((root) => root['slug'] === draft.heading)
  const edit: CatalogueEdit =
    heading === undefined
      ? { list: 'activities', before: null, after: activity }
      : {
          list: 'activities',
          before: heading,
          after: { ...heading, children: [...childrenOf(heading), activity] },
        }
  const price = written(draft.price, firstPrice)
  const line = written(draft.line, firstLine)
  const at = Array.isArray(own['venues']) ? { venue: own['venues'].filter(isText).join(' ') } : {}
  const hasOwnPrices = own['kind'] === 'tickets'
  return [
    edit,
    ...(hasOwnPrices || Object.keys(price).length === 0
      ? []
      : [{ list: 'prices' as const, before: null, after: { ...at, activity: slug, ...price } }]),
    ...(hasOwnPrices || Object.keys(line).length === 0
      ? []
      : [{ list: 'timetable' as const, before: null, after: { ...at, activity: slug, ...line } }]),
  ]
}

/** What takes a row out; of an activity under a heading the heading stays. */
export const removalOf = (lists: Lists, list: CatalogueList, place: Place): CatalogueEdit[] => {
  if (place === null) return []
  const before = lists[list][place.index]
  if (before === undefined) return []
  if (place.child === null) return [{ list, before, after: null }]
  const children = childrenOf(before).filter((_, index) => index !== place.child)
  return [{ list, before, after: { ...before, children } }]
}

export type FieldErrors = Readonly<Record<string, readonly string[]>>

/** What is wrong, by the fields of the form: `name`, `locations.2.name`, `price.price`, `line.start`. */
export const errorsByField = (
  edits: readonly CatalogueEdit[],
  place: Place,
  errors: FieldErrors,
): Record<string, readonly string[]> => {
  const byField: Record<string, readonly string[]> = {}
  for (const [key, sentences] of Object.entries(errors)) {
    const [, number = '', field = ''] = /^edits\.(\d+)\.?(.*)$/.exec(key) ?? []
    const edit = edits[Number(number)]
    const [first] = edits
    const after = edit?.after
    const isNewChild = place === null && edit === first && first?.before !== null
    const child = isNewChild ? childrenOf(after ?? undefined).length - 1 : place?.child
    const name =
      child === null || child === undefined
        ? field
        : field.replace(new RegExp(`^children\\.${child}\\.?`), '')
    const prefix = edit === first ? '' : edit?.list === 'prices' ? 'price.' : 'line.'
    byField[`${prefix}${name}`] = sentences
  }
  return byField
}
