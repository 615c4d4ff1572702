/*
 * What a favourite is of, in one text: by the slugs of its pages, a class by its name besides, an instructor by id. Both
 * worlds of ids name classes and instructors alike, and a browser can store the text without knowing its parts.
 */

export type FavouriteRef =
  | { kind: 'venue'; venueSlug: string }
  | { kind: 'activity'; venueSlug: string; activitySlug: string }
  /** All sessions of one name in an activity, whatever their day and time. */
  | { kind: 'class'; venueSlug: string; activitySlug: string; name: string }
  | { kind: 'instructor'; instructorId: number }

export type FavouriteKind = FavouriteRef['kind']

/** The most that a customer, or a visitor's browser, has. */
export const maxFavourites = 50

/** The longest key that is accepted. */
export const maxKeyLength = 300

export const favouriteKey = (ref: FavouriteRef): string => {
  switch (ref.kind) {
    case 'venue':
      return `venue/${ref.venueSlug}`
    case 'activity':
      return `activity/${ref.venueSlug}/${ref.activitySlug}`
    case 'class':
      return `class/${ref.venueSlug}/${ref.activitySlug}/${encodeURIComponent(ref.name)}`
    case 'instructor':
      return `instructor/${ref.instructorId}`
  }
}

/** Null for what is no key. */
export const readFavouriteKey = (key: string): FavouriteRef | null => {
  if (key.length > maxKeyLength) return null
  const [kind, first = '', activitySlug = '', encoded = '', ...rest] = key.split('/')
  const ref = rest.length > 0 ? null : readParts(kind, first, activitySlug, encoded)
  // One favourite has one key.
  return ref !== null && favouriteKey(ref) === key ? ref : null
}

const readParts = (
  kind: string | undefined,
  first: string,
  activitySlug: string,
  encoded: string,
): FavouriteRef | null => {
  if (kind === 'instructor')
    return /^[1-9]\d{0,8}$/.test(first) ? { kind, instructorId: Number(first) } : null
  if (!isSlug(first)) return null
  if (kind === 'venue') return { kind, venueSlug: first }
  if (!isSlug(activitySlug)) return null
  if (kind === 'activity') return { kind, venueSlug: first, activitySlug }
  const name = decode(encoded)
  return kind === 'class' && name !== '' ? { kind, venueSlug: first, activitySlug, name } : null
}

const isSlug = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(text)

const decode = (encoded: string): string => {
  try {
    const text = decodeURIComponent(encoded)
    // PostgreSQL stores no zero characters.
    return text.includes('\0') ? '' : text
  } catch (error) {
    if (error instanceof URIError) return ''
    throw error
  }
}
