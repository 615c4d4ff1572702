import { useLayoutEffect, type RefObject } from 'react'
import { enterDialog } from './openDialogs.ts'

/** How long a change made in a dialog may take to appear on the page behind it. */
const settledMs = 3000

/**
 * The element that focus returned to may be removed a moment later, like a login link after the login. Focus then moves
 * to the page's heading instead of the start of the document.
 */
const keepFocus = (back: HTMLElement | null): void => {
  const mend = (): void => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }
  if (back === null) {
    mend()
    return
  }
  const watch = new MutationObserver(() => {
    if (back.isConnected) return
    watch.disconnect()
    mend()
  })
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), settledMs)
}

/**
 * Makes a rendered `<dialog open>` modal while it is mounted: focus moves in (to `autofocus`, otherwise to the heading)
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
    const row = before?.closest('li, tr, section') ?? null
    // The server renders it with `open`, which is not modal.
    element.removeAttribute('open')
    element.showModal()
    const wanted = element.querySelector<HTMLElement>('[autofocus], [data-autofocus]')
    ;(wanted ?? heading.current)?.focus()
    const leave = enterDialog(element)
    return () => {
      leave()
      element.close()
      // The element may be gone; then focus returns to another control of its row.
      const back = before?.isConnected === true ? before : row?.querySelector('a[href], button')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
      keepFocus(back instanceof HTMLElement ? back : null)
    }
  }, [dialog, heading])
}
