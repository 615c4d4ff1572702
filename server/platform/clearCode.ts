import { randomInt } from 'node:crypto'

/** Without letters and digits that are easily confused. */
const clearLetters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** A random code that people read out and type. */
export const clearCode = (length: number): string =>
  Array.from({ length }, () => clearLetters[randomInt(clearLetters.length)]).join('')
