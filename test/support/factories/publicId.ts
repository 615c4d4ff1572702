import { randomBytes } from 'node:crypto'

/** 34 letters, never all digits (wire §1.9). */
export const publicId = (prefix: 'AQG' | 'AQT'): string => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  return prefix + [...randomBytes(31)].map((byte) => letters[byte % letters.length]).join('')
}
