import { lastPressedBox } from './lastPress.ts'

/** Between the strip and what it stands beside, px. */
const margin = 12

/** Dispatched on `window` when the host page shows another part of the frame. */
export const viewChanged = 'onside:view-changed'

type Span = { top: number; bottom: number }

/**
 * Keeps the strip of toasts where it covers nothing in use: at the lower end of what is visible, above the keyboard of
 * a phone and the bars that stay there; at the upper end where it would lie over what was pressed or has the focus.
 * It does not move while it is pointed at. Returns a function that stops it.
 */
export const keepPlaced = (shelf: HTMLElement): (() => void) => {
  const place = (): void => {
    if (shelf.matches(':hover, :focus-within')) return
    const y = topOf(shelf.getBoundingClientRect(), visibleSpan(), [lastPressedBox(), focusedBox()])
    shelf.style.setProperty('--toasts-top', `${Math.round(y)}px`)
    shelf.dataset['placed'] = ''
  }
  const resized = new ResizeObserver(place)
  resized.observe(shelf)
  // A bar at its end that comes or goes changes the height of the page.
  resized.observe(document.body)
  const events = [
    [window, 'resize'],
    [window, viewChanged],
    [window.visualViewport, 'resize'],
    [window.visualViewport, 'scroll'],
    [document, 'focusin'],
    [document, 'click'],
  ] as const
  for (const [target, name] of events) target?.addEventListener(name, place)
  place()
  return () => {
    resized.disconnect()
    for (const [target, name] of events) target?.removeEventListener(name, place)
    delete shelf.dataset['placed']
  }
}

const topOf = (shelf: DOMRect, { top, bottom }: Span, inUse: readonly (DOMRect | undefined)[]): number => {
  const { height } = shelf
  const low = Math.min(bottom, ...edges('end', shelf).map((edge) => edge.top)) - margin - height
  const high = Math.max(top, ...edges('start', shelf).map((edge) => edge.bottom)) + margin
  const covers = (y: number): boolean =>
    inUse.some(
      (box) =>
        box !== undefined &&
        box.height > 0 &&
        overlapsSideways(box, shelf) &&
        box.bottom > y - margin &&
        box.top < y + height + margin,
    )
  return covers(low) && !covers(high) ? high : Math.max(low, top)
}

const focusedBox = (): DOMRect | undefined => {
  const { activeElement, body } = document
  return activeElement === null || activeElement === body ? undefined : activeElement.getBoundingClientRect()
}

/** What the person sees of the window; in a host page's frame, what that page shows of it (embedding.ts). */
const visibleSpan = (): Span => {
  const { style } = document.documentElement
  const viewHeight = Number.parseFloat(style.getPropertyValue('--view-height'))
  if (Number.isFinite(viewHeight)) {
    const top = Number.parseFloat(style.getPropertyValue('--view-top'))
    return { top, bottom: top + viewHeight }
  }
  const { offsetTop: top, height } = window.visualViewport ?? { offsetTop: 0, height: innerHeight }
  return { top, bottom: top + height }
}

/** Whether the strip would reach it by moving up or down. */
const overlapsSideways = (box: DOMRect, shelf: DOMRect): boolean =>
  box.left < shelf.right && box.right > shelf.left

/** Bars that stay at an edge of the window or of the open dialog, marked `data-edge`. */
const edges = (edge: 'start' | 'end', shelf: DOMRect): Span[] => {
  const inDialog = document.querySelector('dialog:modal')
  const { top, bottom } = visibleSpan()
  return [...(inDialog ?? document).querySelectorAll(`[data-edge='${edge}']`)]
    .map((bar) => bar.getBoundingClientRect())
    .filter((bar) => bar.height > 0 && overlapsSideways(bar, shelf) && bar.bottom > top && bar.top < bottom)
    .filter((bar) => (edge === 'end' ? bar.top > (top + bottom) / 2 : bar.bottom < (top + bottom) / 2))
}
