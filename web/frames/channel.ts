import type { FrameLook } from '#contract/paymentFrames.ts'

/** What the server wrote into the page, see answerPage. */
export const textOf = (name: string): string => document.body.dataset[name] ?? ''

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows its page's elements
export const elementOf = <E extends HTMLElement = HTMLElement>(id: string): E => {
  const element = document.getElementById(id)
  if (element === null) throw new Error(`The page has no ${id}`)
  return element as E
}

/**
 * Speaks with the page that shows this frame, and listens to it alone and only where its origin is one of those allowed.
 * @returns a function that posts to the page
 */
export const openChannel = <Messages extends { from: object; to: object }>(
  receive: (message: Messages['from']) => void,
): ((message: Messages['to']) => void) => {
  const allowed = (JSON.parse(textOf('allowed')) as string[]).concat(location.origin)
  let page: string | null = null
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<Messages['from'] | null>) => {
    if (source !== window.parent || !allowed.includes(origin)) return
    page = origin
    if (data !== null && typeof data === 'object') receive(data)
  })
  return (message) => {
    // Before the page has spoken: that it listens and how tall it is, which anyone may know.
    if (window.parent !== window) window.parent.postMessage(message, page ?? '*')
  }
}

/** Tells the page the height of the content now and whenever it changes. */
export const watchHeight = (content: HTMLElement, tell: (height: number) => void): (() => void) => {
  const measure = (): void => tell(Math.ceil(content.getBoundingClientRect().height) + 2)
  new ResizeObserver(measure).observe(content)
  return measure
}

/** Takes over how the page looks. @returns the fonts, whose loading has begun */
export const applyLook = ({ fontFamily, fontSize, focus, fonts }: FrameLook): FontSource[] => {
  const { style } = document.documentElement
  if (fontFamily !== '') style.setProperty('--font', fontFamily)
  if (fontSize !== '') style.setProperty('--font-size', fontSize)
  if (focus !== '') style.setProperty('--focus', focus)
  return fonts.map(({ family, weight, url }) => {
    const font = { family, weight: String(weight), src: `url("${encodeURI(url)}")` }
    const face = new FontFace(font.family, font.src, { weight: font.weight })
    document.fonts.add(face)
    // The frame is readable without it.
    face.load().catch(() => undefined)
    return font
  })
}

export type FontSource = { family: string; weight: string; src: string }
