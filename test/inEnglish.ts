import { operatorMessages } from '#server/messages/languages.ts'
import type { Text } from '#server/messages/languages.ts'

/** A value in which each text, at any depth, has become its English sentence. */
export const inEnglish = (value: unknown): unknown => {
  if (typeof value === 'function') return (value as Text)(operatorMessages())
  if (Array.isArray(value)) return value.map(inEnglish)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inEnglish(one)]))
}
