import { useCallback, type RefCallback } from 'react'

/** The place whose focused control has just been removed. */
let vacated: string | undefined

/**
 * A ref for controls that replace one another, such as Add and Remove of one row. When the one with the focus is
 * removed, the one that appears in the same update takes the focus; otherwise it would fall to the start of the page.
 *
 * @param place the same for all controls that replace one another, for example the row's key
 */
export const useFocusHandover = (place: string): RefCallback<HTMLElement> =>
  useCallback(
    (element: HTMLElement) => {
      if (vacated === place) {
        element.focus({ preventScroll: true })
        // A control behind a dialog cannot take it; the one in the dialog can.
        if (document.activeElement === element) vacated = undefined
      }
      return () => {
        if (document.activeElement !== element) return
        vacated = place
        // React attaches the new ref before the microtask runs.
        queueMicrotask(() => {
          vacated = undefined
        })
      }
    },
    [place],
  )
