import { language } from '#messages/format.ts'

/* Forms that few pages have, apart from those that every first page loads. */

/** A name as it stands inside a sentence: "proof of age". */
export const inSentence = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** "4 Mar 2027, 21:00" */
export const yearAndTime = ({ at, zone }: { at: Date; zone: string }): string =>
  at.toLocaleString(language, { timeZone: zone, dateStyle: 'medium', timeStyle: 'short' })
