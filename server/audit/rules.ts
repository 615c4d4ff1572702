import type { AuditFact } from '#contract/audit.ts'
import { formatted } from '#contract/money.ts'

/** Amounts that are recorded in pence. */
const amounts = new Set(['amount', 'change', 'float', 'variance', 'refund', 'fee', 'price'])

/**
 * What the log has recorded of an act, a line each: of a change only what is different now. Which facts there are depends
 * on the act, and on the version that wrote them.
 */
export const factsOf = (detail: Readonly<Record<string, unknown>>, currencySymbol: string): AuditFact[] => {
  const { before, after, ...others } = detail
  const text = (name: string, value: unknown): string =>
    amounts.has(name) && typeof value === 'number' ? formatted(value, currencySymbol) : textOf(value)
  const facts = Object.entries(others)
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]) => ({ name, before: null, value: text(name, value) }))
  if (before === undefined && after === undefined) return facts
  if (!isRecord(before) || !isRecord(after))
    return [...facts, { name: 'value', before: textOf(before), value: textOf(after) }]
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return [
    ...facts,
    ...names
      .map((name) => ({ name, before: text(name, before[name]), value: text(name, after[name]) }))
      .filter((fact) => fact.before !== fact.value),
  ]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** '–' for nothing. What is neither a word nor a list of words stands as it is stored. */
const textOf = (value: unknown): string => {
  if (isEmpty(value)) return '–'
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return JSON.stringify(value)
}
