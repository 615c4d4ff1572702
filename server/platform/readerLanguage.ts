import type { Language } from '#server/messages/languages.ts'

/** What says in which language somebody reads, each as it was sent or stored. */
type Signs = {
  /** `?lang=cy` of a link. */
  link: string | null | undefined
  /** What was chosen in this browser. */
  cookie: string | undefined
  /** The customer's, as it is stored: a tag. */
  account?: string | null | undefined
  /** `Accept-Language` */
  accepted: string | undefined
}

/** The language of a reader among those that the operator offers; the first of these where nothing says another. */
export const readerLanguage = (
  { link, cookie, account, accepted }: Signs,
  offered: readonly [Language, ...Language[]],
): Language =>
  offeredLanguage(link, offered) ??
  offeredLanguage(cookie, offered) ??
  offeredLanguage(account, offered) ??
  acceptedLanguages(accepted)
    .map((tag) => offeredLanguage(tag, offered))
    .find((language) => language !== undefined) ??
  offered[0]

/** The language of a tag, with or without a region; undefined where the operator does not offer it. */
export const offeredLanguage = (
  tag: string | null | undefined,
  offered: readonly Language[],
): Language | undefined => {
  const language = tag?.toLowerCase().split('-')[0]
  return offered.find((one) => one === language)
}

/** The tags of an `Accept-Language` header by preference. */
const acceptedLanguages = (header = ''): string[] =>
  header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const quality = parameters
        .map((one) => /^\s*q=([\d.]+)$/i.exec(one)?.[1])
        .find((one) => one !== undefined)
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag)
