import { placeholders } from '#contract/audiences.ts'
import type { Placeholder } from '#contract/audiences.ts'

const inBraces = /\{([^{}]*)\}/g

const isPlaceholder = (word: string): word is Placeholder =>
  (placeholders as readonly string[]).includes(word)

/** The words in braces that stand for nothing. */
export const unknownPlaceholders = (text: string, allowed: readonly Placeholder[]): string[] =>
  [...text.matchAll(inBraces)].flatMap(([whole, word = '']) =>
    isPlaceholder(word) && allowed.includes(word) ? [] : whole,
  )

/** A text with what each reader has in place of the words in braces. */
export const fillPlaceholders = (
  text: string,
  values: Readonly<Partial<Record<Placeholder, string>>>,
): string =>
  text.replace(inBraces, (whole, word: string) => (isPlaceholder(word) ? (values[word] ?? whole) : whole))

/** Paragraphs, between which an empty line stands. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
