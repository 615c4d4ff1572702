/** What stood round the focused element. Recorded while it is there, because a removed element has no parents. */
type Place = {
  element: HTMLElement
  /** Innermost first, each with its position among its siblings. */
  around: readonly { parent: HTMLElement; position: number }[]
  /** Where the focus was before. */
  before: HTMLElement | undefined
}

/** Longer than React takes to run the effects in which components move the focus themselves. */
const settledMs = 100

/**
 * When the element with the focus is removed, such as a deleted row or a closed message, browsers put the focus at the
 * start of the document. This moves it to what takes its place: the next row, another control of the same row or
 * group, the heading of the section. Components that know better move it themselves. Returns a function that stops it.
 */
export const recoverFocus = (): (() => void) => {
  let last: Place | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const record = ({ target }: Event): void => {
    if (!(target instanceof HTMLElement) || target === last?.element) return
    const before = last?.element.isConnected ? last.element : last?.before
    last = { element: target, around: placesAround(target), before }
  }
  // Somebody has left it by a press beside it.
  const forgetLeft = ({ target }: Event): void => {
    setTimeout(() => {
      if (last?.element === target && last?.element.isConnected && isNowhere()) last = undefined
    })
  }
  const recover = (): void => {
    if (last === undefined || last.element.isConnected || !isNowhere()) return
    const lost = last
    last = undefined
    successorOf(lost)?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(() => {
    if (last === undefined || last.element.isConnected || !isNowhere()) return
    clearTimeout(timer)
    timer = setTimeout(recover, settledMs)
  })
  if (document.activeElement instanceof HTMLElement && !isNowhere())
    record({ target: document.activeElement } as unknown as Event)
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', record)
  document.addEventListener('focusout', forgetLeft)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', record)
    document.removeEventListener('focusout', forgetLeft)
  }
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

const placesAround = (element: HTMLElement): Place['around'] => {
  const around: { parent: HTMLElement; position: number }[] = []
  let child = element
  while (child.parentElement !== null && child.parentElement !== document.body) {
    around.push({
      parent: child.parentElement,
      position: [...child.parentElement.children].indexOf(child),
    })
    child = child.parentElement
  }
  return around
}

const lists = 'ul, ol, tbody'
const rows = 'li, tr, form, fieldset, [role="group"]'
const sections = 'section, article, dialog, main'

const successorOf = ({ around, before }: Place): HTMLElement | undefined => {
  // Messages lie over the page: closing one leads back to where the person was.
  if (around.some(({ parent }) => parent.hasAttribute('data-toasts')) && isUsable(before)) return before
  for (const { parent, position } of around) {
    if (!parent.isConnected) continue
    if (parent.matches(lists)) {
      const row = parent.children[position] ?? parent.children[position - 1]
      const control = row === undefined ? undefined : controlIn(row)
      if (control !== undefined) return control
    }
    if (parent.matches(rows)) {
      const control = controlIn(parent)
      if (control !== undefined) return control
    }
    if (parent.matches(sections)) {
      const heading = parent.querySelector<HTMLElement>('h1, h2, h3, h4')
      if (heading !== null) return focusable(heading)
    }
  }
  return document.querySelector<HTMLElement>('main h1') ?? undefined
}

/** A field would open the keyboard of a phone. */
const controlIn = (element: Element): HTMLElement | undefined =>
  [...element.querySelectorAll<HTMLElement>('a[href], button:not([disabled])')].find(isUsable)

const isUsable = (element: HTMLElement | undefined): element is HTMLElement =>
  element?.isConnected === true && element.closest('[hidden], [inert]') === null

const focusable = (heading: HTMLElement): HTMLElement => {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}
