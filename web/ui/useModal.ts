import { useLayoutEffect, type RefObject } from 'react'
import { enterDialog } from './openDialogs.ts'

/** How long what a dialog has changed may take to show on the page behind it. */
const settledMs = 3000

/**
 * What the focus came back to may make way a moment later: whoever has logged in is no longer asked to. Then the
 * focus goes to the heading of the page, so that nobody begins at its top again.
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
 * Makes a rendered `<dialog open>` modal as long as it is there: focus goes in (to what asks for it, else to the
 * heading) and comes back, the page behind is inert.
 */
export const useModal = (
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLHeadingElement | null>,
): void => {
  // Before anything is painted: nobody sees it, or presses a key in it, while the focus is still behind it.
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    const before = document.activeElement
    const row = before?.closest('li, tr, section') ?? null
    // The server wrote it open, which is not modal.
    element.removeAttribute('open')
    element.showModal()
    const wanted = element.querySelector<HTMLElement>('[autofocus], [data-autofocus]')
    ;(wanted ?? heading.current)?.focus()
    const leave = enterDialog(element)
    return () => {
      leave()
      element.close()
      // What was pressed may have made way for something else meanwhile: then what stands in its row.
      const back = before?.isConnected === true ? before : row?.querySelector('a[href], button')
      if (back instanceof HTMLElement) back.focus({ preventScroll: true })
      keepFocus(back instanceof HTMLElement ? back : null)
    }
  }, [dialog, heading])
}
