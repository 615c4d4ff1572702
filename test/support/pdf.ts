import { inflateSync } from 'node:zlib'

/** The text of all pages of a PDF of ours: each text operator in the characters that its font says its glyphs are. */
export const textOfPdf = (pdf: Buffer): string => {
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(id, body)
  const glyphs = new Map<string, Map<string, string>>()
  for (const body of objects.values())
    for (const [, name = '', font = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g))
      glyphs.set(name, charactersOf(objects, objects.get(font) ?? ''))
  let words = ''
  for (const body of objects.values()) {
    let font = new Map<string, string>()
    for (const [, name, operand = ''] of streamOf(body).matchAll(/\/(F\d+) [\d.]+ Tf|\[(.*?)\] TJ/g)) {
      if (name !== undefined) font = glyphs.get(name) ?? font
      else {
        for (const [, codes = ''] of operand.matchAll(/<([0-9a-f]*)>/g))
          for (const [code] of codes.matchAll(/.{4}/g)) words += font.get(code) ?? ''
        words += '\n'
      }
    }
  }
  return words
}

/** The streams of fonts are compressed, too; one that is not is no page. */
const streamOf = (body: string): string => {
  const [, stream] = /stream\n([\s\S]*?)\nendstream/.exec(body) ?? []
  if (stream === undefined || !body.includes('/FlateDecode')) return stream ?? ''
  return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
}

/** Characters by the glyphs of a font, from its ToUnicode map. */
const charactersOf = (objects: ReadonlyMap<string, string>, font: string): Map<string, string> => {
  const characters = new Map<string, string>()
  const [, map = ''] = /\/ToUnicode (\d+) 0 R/.exec(font) ?? []
  for (const [, first = '', list = ''] of streamOf(objects.get(map) ?? '').matchAll(
    /<([0-9a-f]{4})> <[0-9a-f]{4}> \[(.*?)\]/g,
  )) {
    let glyph = Number.parseInt(first, 16)
    for (const [, code = ''] of list.matchAll(/<([0-9a-f]+)>/g)) {
      characters.set(
        glyph.toString(16).padStart(4, '0'),
        Buffer.from(code, 'hex').swap16().toString('utf16le'),
      )
      glyph += 1
    }
  }
  return characters
}
