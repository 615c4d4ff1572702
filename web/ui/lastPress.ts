/** Where the row of the last press was, whose button, price and words may change while a toast about it is on the screen. */
let lastPress: { box: DOMRect; scrollY: number } | undefined

const note = ({ target }: Event): void => {
  const control =
    target instanceof Element ? target.closest('button, a, input, select, textarea, label') : null
  if (control !== null && control.closest('[data-toasts]') === null)
    lastPress = { box: rowOf(control).getBoundingClientRect(), scrollY: window.scrollY }
}

/** The line of a list or table that a control is in, or the control alone. */
export const rowOf = (control: Element): Element => {
  const row = control.closest('main li, main tr, dialog li')
  return row !== null && row.getBoundingClientRect().height < innerHeight / 3 ? row : control
}

/** Starts to follow presses by pointer and keyboard; returns a function that stops it. */
export const followPresses = (): (() => void) => {
  document.addEventListener('click', note, true)
  return () => {
    document.removeEventListener('click', note, true)
  }
}

/** The box of the row that was pressed last, where it is now in the window. */
export const lastPressedBox = (): DOMRect | undefined =>
  lastPress === undefined
    ? undefined
    : new DOMRect(
        lastPress.box.x,
        lastPress.box.y + lastPress.scrollY - window.scrollY,
        lastPress.box.width,
        lastPress.box.height,
      )
