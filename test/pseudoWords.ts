/* The words of a language that nobody speaks: see pseudoLanguage.ts. What it writes into catalogues imports this. */

/** Around each text of a catalogue: right-to-left isolate, and its end. */
export const [opening, closing] = ['\u2067', '\u2069']

const accented: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aáeéiíoóuúyýcčdďlĺnňrřsštťzžgğhĥjĵkķwŵbƀfƒmḿpṕqɋvṽxẋ'.matchAll(/(.)(.)/gu)].flatMap(
    ([, plain = '', own = '']) => [
      [plain, own],
      [plain.toUpperCase(), own.toUpperCase()],
    ],
  ),
)

/** A word of ours, accented and 40 % longer, as one of German or Welsh may be. */
const lengthen = (word: string): string =>
  [...word].map((letter) => accented[letter] ?? letter).join('') + '·'.repeat(Math.ceil(word.length * 0.4))

/** Escapes, placeholders, entities, tags and addresses stay. */
export const accent = (text: string): string =>
  text.replaceAll(/\\u\{?\w+\}?|\\.|\{[^}]*\}|<[^>]*>|&\w+;|https?:\S+|\p{L}+/gu, (part) =>
    /^\p{L}/u.test(part) && !part.startsWith('http') ? lengthen(part) : part,
  )

/**
 * What a formatter makes, a text or the parts of a day, with each word accented.
 * @public The changed sources import it.
 */
export const accentFormatted = <T extends string | Readonly<Record<string, string | number>>>(made: T): T => {
  const one = (value: string | number) => (typeof value === 'string' ? accent(value) : value)
  return (
    typeof made === 'string'
      ? accent(made)
      : Object.fromEntries(Object.entries(made).map(([name, value]) => [name, one(value)]))
  ) as T
}
