import type { CatalogueEdit, CatalogueRow } from '#contract/office.ts'
import { canonical, isSameRow } from '#server/office/rowEdits.ts'
import type { StoredEdit } from './sql.ts'

export type Merged = {
  added: CatalogueEdit[]
  changed: { id: number; after: CatalogueRow | null }[]
  struck: number[]
}

/** Lays edits over those that a draft has: an edit of a row that it changes already changes what it makes of it. */
export const mergeEdits = (stored: readonly StoredEdit[], edits: readonly CatalogueEdit[]): Merged => {
  const merged: Merged = { added: [], changed: [], struck: [] }
  for (const edit of edits) {
    const { list, before, after } = edit
    const same = stored.find(
      (one) =>
        one.list === list &&
        (before === null
          ? one.before === null && isSameRow(one.after, after)
          : one.before !== null && isSameRow(one.before, before)),
    )
    if (same === undefined) merged.added.push(edit)
    else if (before !== null) {
      const laid = after === null || same.after === null ? after : laidOver(before, same.after, after)
      if (laid !== null && isSameRow(laid, before)) merged.struck.push(same.id)
      else merged.changed.push({ id: same.id, after: laid })
    }
  }
  return merged
}

/** A row with what two have made of it; where both have changed a field, the second holds. */
const laidOver = (before: CatalogueRow, one: CatalogueRow, other: CatalogueRow): CatalogueRow => {
  const fields = new Set([...Object.keys(one), ...Object.keys(other)])
  const laid: CatalogueRow = {}
  for (const field of fields) {
    const [was, first, second] = [before[field], one[field], other[field]]
    const value = isSameValue(was, second)
      ? first
      : isSameValue(was, first)
        ? second
        : arePartsOfRows(was) && arePartsOfRows(first) && arePartsOfRows(second)
          ? partsLaidOver(was, first, second)
          : second
    if (value !== undefined) laid[field] = value
  }
  return laid
}

type Part = CatalogueRow & { slug: string }

/** Parts that have names of their own: the activities under a heading, the places of a venue. */
const arePartsOfRows = (value: unknown): value is Part[] =>
  Array.isArray(value) &&
  value.every(
    (part: unknown) =>
      typeof part === 'object' && part !== null && typeof (part as CatalogueRow)['slug'] === 'string',
  )

const partsLaidOver = (before: readonly Part[], one: readonly Part[], other: readonly Part[]): Part[] => {
  const named = (parts: readonly Part[], slug: string) => parts.find((part) => part.slug === slug)
  const retained = one.flatMap((part) => {
    const was = named(before, part.slug)
    const second = named(other, part.slug)
    if (was === undefined) return [part]
    return second === undefined ? [] : [{ ...laidOver(was, part, second), slug: part.slug }]
  })
  return [...retained, ...other.filter(({ slug }) => named(before, slug) === undefined)]
}

const isSameValue = (one: unknown, other: unknown): boolean =>
  one === undefined || other === undefined ? one === other : canonical(one) === canonical(other)
