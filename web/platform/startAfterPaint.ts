/**
 * Runs inline at the end of the page: starts its script, which has been requested by then, once the page is painted. In
 * the HTML it would delay the first paint of a slow phone by 50 ms. A tab in the background paints nothing and starts after
 * a second.
 */
const startAfterPaint = (): void => {
  let isStarted = false
  const start = (): void => {
    const entry = document.querySelector<HTMLLinkElement>('#entry')
    if (isStarted || entry === null) return
    isStarted = true
    const script = document.createElement('script')
    script.type = 'module'
    script.src = entry.href
    document.head.append(script)
  }
  requestAnimationFrame(() => setTimeout(start))
  setTimeout(start, 1_000)
}

/** The text of the inline script; the same on every page, so that the policy can allow it by its hash. */
export const startScript = `(${startAfterPaint.toString()})()`
