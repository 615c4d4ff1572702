/** Where the last press was; its row may change its button while a toast about it is on the screen. */
let lastPress: { box: DOMRect; scrollY: number } | undefined

const note = ({ target }: Event): void => {
  const control =
    target instanceof Element ? target.closest('button, a, input, select, textarea, label') : null
  if (control !== null && control.closest('[data-toasts]') === null)
    lastPress = { box: boxWithRow(control), scrollY: window.scrollY }
}

/** Of a row with its price and what has changed in it, unless it fills the window. */
const boxWithRow = (control: Element): DOMRect => {
  const row = control.closest('li, tr')?.getBoundingClientRect()
  return row !== undefined && row.height < window.innerHeight / 2 ? row : control.getBoundingClientRect()
}

/** Starts to follow presses by pointer and keyboard; returns a function that stops it. */
export const followPresses = (): (() => void) => {
  document.addEventListener('click', note, true)
  return () => {
    document.removeEventListener('click', note, true)
  }
}

/** The box of what was pressed last, with its row, where it is now in the window. */
export const lastPressedBox = (): DOMRect | undefined =>
  lastPress === undefined
    ? undefined
    : new DOMRect(
        lastPress.box.x,
        lastPress.box.y + lastPress.scrollY - window.scrollY,
        lastPress.box.width,
        lastPress.box.height,
      )
