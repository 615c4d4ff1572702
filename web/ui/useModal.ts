import { useLayoutEffect, type RefObject } from 'react'
import { enterDialog } from './openDialogs.ts'

/** How long a change made in a dialog may take to appear on the page behind it. */
const settledMs = 3000

/**
 * The element that focus returned to may be removed or hidden a moment later, like a login link after the login. Focus
 * then moves to the page's heading instead of the start of the document. A heading that is hidden while parts of the
 * page load cannot take focus yet, so it is tried again until the page has settled or the person acts.
 */
const keepFocus = (page: Document): void => {
  const end = performance.now() + settledMs
  let isOver = false
  const stop = (): void => {
    isOver = true
    page.removeEventListener('pointerdown', stop)
    page.removeEventListener('keydown', stop)
  }
  const check = (): void => {
    if (isOver) return
    if (page.activeElement === page.body)
      page.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
    if (performance.now() < end) setTimeout(check, 50)
    else stop()
  }
  page.addEventListener('pointerdown', stop)
  page.addEventListener('keydown', stop)
  check()
}

/**
 * Makes a rendered `<dialog open>` modal while it is mounted: focus moves in (to `autofocus`, otherwise to the heading),
 * or stays on the field that is in use,
 * and returns afterwards; the page behind is inert.
 */
export const useModal = (
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLHeadingElement | null>,
): void => {
  // Before paint, so that no key press reaches the page behind the visible dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    const before = document.activeElement
    // Someone types already in the dialog that the server has rendered.
    const inUse = element.contains(before) && before instanceof HTMLElement ? before : null
    const row = before?.closest('li, tr, section') ?? null
    // The server renders it with `open`, which is not modal.
    element.removeAttribute('open')
    element.showModal()
    const wanted = element.querySelector<HTMLElement>('[autofocus], [data-autofocus]')
    ;(inUse ?? wanted ?? heading.current)?.focus()
    const leave = enterDialog(element)
    return () => {
      leave()
      element.close()
      // The element may be gone; then focus returns to another control of its row.
      const back = before?.isConnected === true ? before : row?.querySelector('a[href], button')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
      keepFocus(element.ownerDocument)
    }
  }, [dialog, heading])
}
