import { catalogues, messagesIn } from '#server/messages/languages.ts'
import type { Language } from '#server/messages/languages.ts'

/** A language that no operator offers, with the English sentences between marks. */
export const marked = 'qps' as Language

const mark = (value: unknown): unknown => {
  if (typeof value === 'string') return `⟦${value}⟧`
  if (typeof value === 'function')
    return (...values: unknown[]) => mark((value as (...values: unknown[]) => unknown)(...values))
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(mark)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mark(one)]))
}

/** Enters the language among those of the server. */
export const enterMarked = (): void => {
  const english = messagesIn('en')
  const format = { ...english.format, language: marked }
  Object.assign(catalogues, { [marked]: { ...(mark({ ...english }) as object), format } })
}
