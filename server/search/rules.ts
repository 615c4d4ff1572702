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
