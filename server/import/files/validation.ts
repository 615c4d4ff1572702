import type { z } from 'zod'
import { snakeName } from '#contract/wire.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Entry, Problem } from './folder.ts'
import type { FilePosition } from './types.ts'

/** Something read from a file, with the place to name when it turns out not to fit the rest. */
export type Checked<T> = {
  value: T
  report: (field: string, sentence: string) => void
  /** Where the entry begins, or what is in it at a path, and where each of its fields does. */
  positionOf: (path?: readonly PropertyKey[]) => FilePosition
}

/** The entries that are as they should be; what is wrong with the others is added to `problems`. */
export const checkAll = <S extends z.ZodType>(
  schema: S,
  entries: readonly Entry[],
  problems: Problem[],
): Checked<z.output<S>>[] => {
  const reported = new Set<string>()
  return entries.flatMap((entry) => check(schema, entry, problems, reported) ?? [])
}

/**
 * One entry; undefined when it is not as it should be.
 * @param reported columns of a table that have been reported: one that is misspelt or left out is so on every line
 */
export const check = <S extends z.ZodType>(
  schema: S,
  entry: Entry,
  problems: Problem[],
  reported = new Set<string>(),
): Checked<z.output<S>> | undefined => {
  const positionOf = (path: readonly PropertyKey[]) => ({
    file: entry.file,
    line: entry.lineOf(path.map((part) => (typeof part === 'string' ? snakeName(part) : part))),
    field: path.map((part) => (typeof part === 'string' ? snakeName(part) : String(part))).join('.'),
  })
  const add = (path: readonly PropertyKey[], sentence: string) =>
    problems.push({ ...positionOf(path), value: quoted(entry.value, path), sentence })
  const addUnknown = (path: readonly PropertyKey[]) =>
    problems.push({ ...positionOf(path), sentence: operatorMessages().importing.unknownField })
  const parsed = schema.safeParse(entry.value, { error: messageFor })
  if (parsed.success) {
    return {
      value: parsed.data,
      report: (field, sentence) => add(field === '' ? [] : field.split('.'), sentence),
      positionOf: (path = []) => ({
        file: entry.file,
        line: positionOf(path).line,
        fieldLines: Object.fromEntries(
          fieldsAt(entry.value, path).map((field) => [field, positionOf([...path, field]).line]),
        ),
      }),
    }
  }
  const addOnce = (column: string, sentence: string) => {
    const { line, ...position } = positionOf([column])
    if (!reported.has(column)) problems.push({ ...position, line: entry.header?.line ?? line, sentence })
    reported.add(column)
  }
  for (const issue of flattenUnions(parsed.error.issues)) {
    const [column] = issue.path
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        if (entry.header === undefined) addUnknown([...issue.path, key])
        else addOnce(key, operatorMessages().importing.unknownField)
    } else if (typeof column === 'string' && entry.header?.columns.has(column) === false) {
      addOnce(column, issue.message)
    } else add(issue.path, issue.message)
  }
  return undefined
}

const fieldsAt = (value: unknown, path: readonly PropertyKey[]): string[] => {
  let inner: unknown = value
  for (const part of path) inner = (inner as Record<PropertyKey, unknown>)[part]
  return Object.keys(inner as object)
}

/** One value as its schema reads it, or the sentences about what is wrong with it. */
export const valueProblems = (
  schema: z.ZodType,
  value: unknown,
): { value: unknown } | { problems: string[] } => {
  const parsed = schema.safeParse(value, { error: messageFor })
  return parsed.success
    ? { value: parsed.data }
    : { problems: [...new Set(flattenUnions(parsed.error.issues).map(({ message }) => message))] }
}

/** The value at a path, as JSON writes it: of a list in one cell, the whole cell. Nobody's password is printed. */
const quoted = (entry: unknown, path: readonly PropertyKey[]): string | undefined => {
  let value = entry
  for (const part of path) {
    if (typeof value !== 'object' || value === null) break
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  const isSingle = ['string', 'number', 'boolean'].includes(typeof value) && value !== ''
  return isSingle && path.at(-1) !== 'password' ? JSON.stringify(value) : undefined
}

type Issue = z.core.$ZodIssue

/** Of a choice of forms, what is wrong with the one that comes nearest: one sentence helps more than all. */
const flattenUnions = (issues: readonly Issue[]): Issue[] =>
  issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union') return [issue]
    const [nearest] = issue.errors.toSorted((a, b) => a.length - b.length)
    return nearest === undefined
      ? [issue]
      : flattenUnions(nearest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
  })

/** Sentences for what the fields themselves do not word. */
const messageFor = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? operatorMessages().importing.missing
        : operatorMessages().importing.wrongType({ type: issue.expected })
    case 'invalid_value':
      return operatorMessages().importing.oneOf({ values: issue.values.map(String) })
    case 'too_small':
      return operatorMessages().importing.atLeast({ minimum: String(issue.minimum) })
    case 'too_big':
      return operatorMessages().importing.atMost({ maximum: String(issue.maximum) })
    default:
      return undefined
  }
}
