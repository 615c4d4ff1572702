import { useEffect, type RefObject } from 'react'
import { enterDialog } from './openDialogs.ts'

/**
 * Makes a rendered `<dialog open>` modal as long as it is there: focus goes in (to what asks for it, else to the
 * heading) and comes back, the page behind is inert.
 */
export const useModal = (
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLHeadingElement | null>,
): void => {
  useEffect(() => {
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
    }
  }, [dialog, heading])
}
