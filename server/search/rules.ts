/** A word that names the place after it: "yoga near Oldham". */
const nearWords = /(.*?)\s*\b(?:near|nearby|around|close to)\s(.+)/i

/** Splits "badminton near OL1" into what and where. */
export const splitPlace = (text: string): { words: string; place: string | null } => {
  const [, words = '', after = ''] = nearWords.exec(text) ?? []
  const place = after.trim()
  if (place === '' || place === 'me')
    return { words: text.replace(/\b(?:near|around|close to) me\b/i, '').trim(), place: null }
  return { words, place }
}
