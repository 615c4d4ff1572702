/** A word that names the place after it: "yoga near Oldham". */
const nearWords = /^(.*?)\s*\b(?:near|nearby|around|close to)\s+(.+)$/i

/** Splits "badminton near OL1" into what and where. */
export const splitPlace = (text: string): { words: string; place: string | null } => {
  const parts = nearWords.exec(text)
  const place = parts?.[2]?.trim() ?? ''
  if (place === '' || place === 'me')
    return { words: text.replace(/\b(?:near|around|close to) me\b/i, '').trim(), place: null }
  return { words: parts?.[1] ?? '', place }
}

const maxLookupsPerMinute = 600

/**
 * Limits how often the maps service, which is another company's, is called by one node. Searches themselves have no
 * limit: every visitor of home makes one, many of them behind one address.
 */
export const createLookupLimit = (max = maxLookupsPerMinute) => {
  let minute = 0
  let lookups = 0
  return (now: Date): boolean => {
    const current = Math.floor(now.getTime() / 60_000)
    if (current !== minute) [minute, lookups] = [current, 0]
    lookups += 1
    return lookups <= max
  }
}
