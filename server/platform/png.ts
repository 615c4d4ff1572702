import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A square picture as a PNG of one bit a pixel, black and white. */
export const createPng = (width: number, isWhite: (x: number, y: number) => boolean): Buffer => {
  const bytesPerRow = Math.ceil(width / 8)
  const rows = Array.from({ length: width }, (_, y) => {
    // Each row begins with the number of its filter, 0 for none.
    const row = Buffer.alloc(1 + bytesPerRow)
    for (let x = 0; x < width; x += 1)
      if (isWhite(x, y)) row[1 + (x >> 3)] = (row[1 + (x >> 3)] ?? 0) | (0x80 >> (x & 7))
    return row
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(width, 4)
  header[8] = 1
  return Buffer.concat([
    signature,
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(Buffer.concat(rows))),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

const chunkOf = (type: string, content: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
