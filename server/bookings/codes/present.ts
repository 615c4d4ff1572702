import { encode } from 'uqr'
import { createPng } from '#server/platform/png.ts'

const pixelsPerModule = 8

/** A QR code as a PNG: mail programs show no SVG. */
export const presentQrCode = (text: string): Buffer => {
  const { size, data } = encode(text, { ecc: 'M', border: 2 })
  const isDark = (x: number, y: number): boolean =>
    data[Math.floor(y / pixelsPerModule)]?.[Math.floor(x / pixelsPerModule)] === true
  return createPng(size * pixelsPerModule, (x, y) => !isDark(x, y))
}
