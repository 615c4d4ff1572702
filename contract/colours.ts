/** Arithmetic of colours, for the pages and the messages: what is written on a venue's colours has to be readable. */
export type Rgb = readonly [red: number, green: number, blue: number]

export const white: Rgb = [255, 255, 255]
export const ink: Rgb = [23, 20, 31]
export const black: Rgb = [0, 0, 0]

/** WCAG contrast of two colours, 1 to 21. */
export const contrast = (one: string, other: string): number => ratio(rgb(one) ?? white, rgb(other) ?? white)

/** The colour made darker or lighter, whichever needs less, until its contrast on `ground` is `wanted`:1. */
export const readableColour = (base: Rgb, ground: Rgb, wanted: number): Rgb => {
  for (let step = 0; step <= 20; step += 1) {
    const darker = mix(base, [0, 0, 0], step / 20)
    const lighter = mix(base, white, step / 20)
    const [first, second] = luminance(ground) > 0.18 ? [darker, lighter] : [lighter, darker]
    if (ratio(first, ground) >= wanted) return first
    if (ratio(second, ground) >= wanted) return second
  }
  return textColourOn(ground)
}

/** A fill on which white or ink has a contrast of 4.5:1; mid-tones are darkened a little. */
export const readableFill = (base: Rgb): Rgb => {
  let fill = base
  for (let step = 1; step <= 20 && ratio(fill, textColourOn(fill)) < 4.5; step += 1)
    fill = mix(base, [0, 0, 0], step / 20)
  return fill
}

/** White if it is readable, because people expect it on a colour; otherwise ink, or black, one of which always is. */
export const textColourOn = (ground: Rgb): Rgb => {
  if (ratio(white, ground) >= 4.5) return white
  return ratio(ink, ground) >= 4.5 ? ink : black
}

/** The colour on white, as strong as `strength` (0 to 1). */
export const tint = (base: Rgb, strength: number): Rgb => mix(white, base, strength)

/** The colour `share` (0 to 1) of the way from one to the other. */
export const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
]

/** WCAG contrast, 1 to 21. */
export const ratio = (one: Rgb, other: Rgb): number => {
  // Rounded, as the browser displays them.
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

const luminance = (base: Rgb): number => {
  const [red, green, blue] = base.map((part) => {
    const share = Math.round(part) / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A colour as a venue wrote it, or the fallback where it is none. */
export const parseColour = (base: string | null | undefined, fallback: string): Rgb =>
  rgb(base ?? '') ?? rgb(fallback) ?? ink

/** `#abc`, `#aabbcc`, `#aabbccdd` (alpha ignored) or `rgb(…)`; undefined for anything else. */
const rgb = (text: string): Rgb | undefined => {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim())
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})(?:[0-9a-f]{2})?$/i.exec(text.trim())
  const parts = short?.slice(1).map((digit) => digit + digit) ?? long?.slice(1)
  if (parts !== undefined) return parts.map((part) => Number.parseInt(part, 16)) as unknown as Rgb
  const functional = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})/i.exec(text.trim())
  return functional === null
    ? undefined
    : (functional.slice(1).map((part) => Math.min(255, Number(part))) as unknown as Rgb)
}

export const hex = (base: Rgb): string =>
  `#${base.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
