import { inflateSync } from 'node:zlib'

/** The text of all pages of a PDF of ours: the characters of every text operator in every stream. */
export const textOfPdf = (pdf: Buffer): string => {
  let words = ''
  const raw = pdf.toString('latin1')
  for (const stream of raw.matchAll(/stream\n([\s\S]*?)\nendstream/g)) {
    try {
      const text = inflateSync(Buffer.from(stream[1] ?? '', 'latin1')).toString('latin1')
      for (const presented of text.matchAll(/\[(.*?)\] TJ/g)) {
        for (const part of (presented[1] ?? '').matchAll(/<([0-9a-f]*)>/g)) {
          words += Buffer.from(part[1] ?? '', 'hex').toString('latin1')
        }
        words += '\n'
      }
    } catch {
      // A stream that is not deflated contains no page.
    }
  }
  return words
}
