/**
 * Runs inline in the head: gives the page its fonts, which the links before it preload, if all are there at the first
 * paint, and none of them otherwise (fonts.ts). The first paint waits for them for up to a tenth of a second, as a browser
 * does for a font of `font-display: optional`; those decide one by one, so that a page had its regular text in one font and
 * its bold in another. Without script a page is in system fonts.
 */
const useFontsTogether = (): void => {
  const root = document.documentElement
  const latest = performance.now() + 100
  const faces = [...document.querySelectorAll<HTMLLinkElement>('link[data-font]')].map(
    ({ href, dataset }) =>
      new FontFace(String(dataset['font']), `url(${href})`, { weight: String(dataset['weight']) }),
  )
  // A font that does not come is no failure of the page, which has another.
  for (const face of faces) face.load().catch(() => {})
  const decide = (): void => {
    const isReady = faces.every(({ status }) => status === 'loaded')
    if (!isReady && performance.now() < latest) {
      requestAnimationFrame(decide)
      return
    }
    if (isReady) for (const face of faces) document.fonts.add(face)
    root.style.visibility = ''
  }
  root.style.visibility = 'hidden'
  requestAnimationFrame(decide)
}

/** The text of the inline script; the same on every page, so that the policy can allow it by its hash. */
export const fontScript = `(${useFontsTogether.toString()})()`
