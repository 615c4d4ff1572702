/** Text as searches compare it: lower case without accents and punctuation, words with one space between them. */
export const normalise = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’.]/g, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()
