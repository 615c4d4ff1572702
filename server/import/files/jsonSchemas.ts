import { z } from 'zod'
import { snakeName } from '#contract/wire.ts'
import { activityEntry, priceRow, priceStepRow, restrictionEntry } from './schema/activities.ts'
import { membershipEntry, packageEntry } from './schema/memberships.ts'
import { namedEntry, operatorFile, tagEntry, termsEntry, themeEntry, venueEntry } from './schema/operator.ts'
import { personEntry } from './schema/people.ts'
import { blockBookingRow, closureRow, sessionRow, timetableRow } from './schema/timetable.ts'

/* What editors check an operator's files with, and empty tables to start from: made from the schemas of the import. */

const today = '2027-01-01'
const currency = '£'

const lists = {
  venues: venueEntry(today),
  activities: activityEntry(currency),
  restrictions: restrictionEntry,
  themes: themeEntry,
  instructors: namedEntry,
  tags: tagEntry,
  terms: termsEntry,
  memberships: membershipEntry(currency),
  packages: packageEntry,
  people: personEntry(today, currency),
}

const tables = {
  timetable: timetableRow(today),
  sessions: sessionRow(today),
  closures: closureRow(today),
  block_bookings: blockBookingRow(today),
  prices: priceRow(currency),
  price_steps: priceStepRow(today, currency),
}

/** A JSON schema for each JSON file, by its name, and the first line of each CSV file. */
export const editorFiles = (): Map<string, string> =>
  new Map([
    ['operator.schema.json', schemaText(operatorFile(today))],
    ...Object.entries(lists).map(
      ([name, entry]) => [`${name}.schema.json`, schemaText(z.array(entry))] as const,
    ),
    ...Object.entries(tables).map(
      ([name, row]) => [`${name}.csv`, `${Object.keys(row.shape).map(snakeName).join(',')}\n`] as const,
    ),
  ])

const schemaText = (schema: z.ZodType): string => {
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return `${JSON.stringify(withWireNames(made), null, 2)}\n`
}

/** The names of properties as they stand in the files. */
const withWireNames = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withWireNames)
  if (schema === null || typeof schema !== 'object') return schema
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => {
      if (key === 'default' && value !== null && typeof value === 'object') return [key, snakeKeys(value)]
      if (key === 'required' && Array.isArray(value))
        return [key, value.map((name) => snakeName(String(name)))]
      if (key !== 'properties' || value === null || typeof value !== 'object')
        return [key, withWireNames(value)]
      return [
        key,
        Object.fromEntries(Object.entries(value).map(([name, one]) => [snakeName(name), withWireNames(one)])),
      ]
    }),
  )
}

const snakeKeys = (value: object): unknown =>
  Array.isArray(value)
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([name, inner]: [string, unknown]) => [snakeName(name), inner]),
      )
