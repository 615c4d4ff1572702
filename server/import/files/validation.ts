import type { z } from 'zod'
import { snakeName } from '#contract/wire.ts'
import * as messages from '#server/messages/en/import.ts'
import type { Entry } from './folder.ts'
import type { Problem } from './problems.ts'

/** Something read from a file, with the place to name when it turns out not to fit the rest. */
export type Checked<T> = { value: T; report: (field: string, sentence: string) => void }

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
  const add = (
    path: readonly PropertyKey[],
    sentence: string,
    line = entry.lineOf(path.map((part) => (typeof part === 'string' ? snakeName(part) : part))),
  ) =>
    problems.push({
      file: entry.file,
      line,
      field: path.map((part) => (typeof part === 'string' ? snakeName(part) : String(part))).join('.'),
      sentence,
    })
  const parsed = schema.safeParse(entry.value, { error: messageFor })
  if (parsed.success) {
    return {
      value: parsed.data,
      report: (field, sentence) => add(field === '' ? [] : field.split('.'), sentence),
    }
  }
  const addOnce = (column: string, sentence: string) => {
    if (!reported.has(column)) add([column], sentence, entry.header?.line)
    reported.add(column)
  }
  for (const issue of flattenUnions(parsed.error.issues)) {
    const [column] = issue.path
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        if (entry.header === undefined) add([...issue.path, key], messages.unknownField)
        else addOnce(key, messages.unknownField)
    } else if (typeof column === 'string' && entry.header?.columns.has(column) === false) {
      addOnce(column, issue.message)
    } else add(issue.path, issue.message)
  }
  return undefined
}

type Issue = z.core.$ZodIssue

/** Of a choice of forms, what is wrong with the first: one sentence helps more than all. */
const flattenUnions = (issues: readonly Issue[]): Issue[] =>
  issues.flatMap((issue) =>
    issue.code === 'invalid_union' && issue.errors[0] !== undefined
      ? flattenUnions(issue.errors[0]).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
      : [issue],
  )

/** Sentences for what the fields themselves do not word. */
const messageFor = (issue: z.core.$ZodRawIssue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? messages.missing : messages.wrongType({ type: issue.expected })
    case 'invalid_value':
      return messages.oneOf({ values: issue.values.map(String) })
    case 'too_small':
      return messages.atLeast({ minimum: String(issue.minimum) })
    case 'too_big':
      return messages.atMost({ maximum: String(issue.maximum) })
    default:
      return undefined
  }
}
