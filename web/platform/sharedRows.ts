/**
 * Lists in a page's bootstrap without their repetition: the rows of a timetable have some 40 keys, most with the same
 * value in every row. `template` holds each key's most common value; a row holds where it differs.
 */
export type SharedRows = { template: JsonObject; rows: RowDifference[] }

/** Values that differ, objects that differ in part, and keys that the row lacks; empty parts at the end are left out. */
type RowDifference = [
  changed?: JsonObject,
  nested?: { readonly [key: string]: RowDifference },
  absent?: readonly string[],
]

type JsonObject = { readonly [key: string]: unknown }

/** Undefined where there are not at least two objects to compare. The rows are JSON values. */
export const encodeRows = (rows: unknown): SharedRows | undefined => {
  if (!Array.isArray(rows) || rows.length < 2 || !rows.every(isObject)) return undefined
  const template = templateOf(rows)
  return { template, rows: rows.map((row) => difference(row, template)) }
}

/** Rows may share nested objects afterwards. */
export const decodeRows = ({ template, rows }: SharedRows): unknown[] =>
  rows.map((row) => applyDifference(row, template))

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const templateOf = (objects: readonly JsonObject[]): JsonObject => {
  const keys = new Set(objects.flatMap((object) => Object.keys(object)))
  return fromEntries([...keys].map((key) => [key, commonValue(valuesOf(objects, key))]))
}

const valuesOf = (objects: readonly JsonObject[], key: string): unknown[] =>
  objects.filter((object) => Object.hasOwn(object, key)).map((object) => object[key])

const commonValue = (values: readonly unknown[]): unknown => {
  if (values.every(isObject)) return templateOf(values)
  const counts = new Map<string, { count: number; value: unknown }>()
  for (const value of values) {
    const text = JSON.stringify(value)
    counts.set(text, { count: (counts.get(text)?.count ?? 0) + 1, value })
  }
  return [...counts.values()].reduce((best, one) => (one.count > best.count ? one : best)).value
}

const difference = (row: JsonObject, template: JsonObject): RowDifference => {
  const changed: [string, unknown][] = []
  const nested: [string, RowDifference][] = []
  const absent: string[] = []
  for (const [key, common] of Object.entries(template)) {
    const value = row[key]
    if (!Object.hasOwn(row, key)) absent.push(key)
    else if (
      isObject(value) &&
      isObject(common) &&
      Object.keys(value).every((name) => Object.hasOwn(common, name))
    ) {
      const inner = difference(value, common)
      if (inner.length > 0) nested.push([key, inner])
    } else if (JSON.stringify(value) !== JSON.stringify(common)) changed.push([key, value])
  }
  if (absent.length > 0) return [fromEntries(changed), fromEntries(nested), absent]
  if (nested.length > 0) return [fromEntries(changed), fromEntries(nested)]
  return changed.length > 0 ? [fromEntries(changed)] : []
}

const applyDifference = (
  [changed, nested = {}, absent = []]: RowDifference,
  template: JsonObject,
): JsonObject => {
  const parts = Object.entries(nested).map(
    ([key, inner]) => [key, applyDifference(inner, template[key] as JsonObject)] as const,
  )
  const row: { [key: string]: unknown } = { ...template, ...changed, ...fromEntries(parts) }
  for (const key of absent) delete row[key]
  return row
}

/** Typed `Object.fromEntries`, which unlike assignment treats `__proto__` as an ordinary key. */
const fromEntries = <T>(entries: readonly (readonly [string, T])[]): { [key: string]: T } =>
  Object.fromEntries(entries)
