import { createPng } from '#server/platform/png.ts'

/** A ring in white on the colour of the pass. */
const drawIcon = (size: number): Buffer =>
  createPng(size, (x, y) => {
    const fromCentre = Math.hypot(x + 0.5 - size / 2, y + 0.5 - size / 2) / size
    return fromCentre > 0.2 && fromCentre < 0.36
  })

let icons: Record<string, Buffer> | undefined

/** The files of a pass's icon, drawn once. */
export const passIcons = (): Record<string, Buffer> =>
  (icons ??= { 'icon.png': drawIcon(29), 'icon@2x.png': drawIcon(58), 'icon@3x.png': drawIcon(87) })
