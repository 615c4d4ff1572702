import { createPng } from '#server/platform/png.ts'

/** A ring in white on the colour of the pass. */
export const passIcon = (size: number): Buffer =>
  createPng(size, (x, y) => {
    const fromCentre = Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) / size
    return fromCentre > 0.2 && fromCentre < 0.36
  })
