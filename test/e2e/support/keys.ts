import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** What has the focus, with its visible and its accessible name. */
type Here = { name: string; frame: boolean; problem: string | null }

/** Asked in the page, and where the focus is in a frame, in the frame. */
const here = async (page: Page): Promise<Here> => {
  for (const frame of page.frames().toReversed()) {
    const found = await frame.evaluate(focused).catch(() => null)
    if (found !== null) return { ...found, frame: frame !== page.mainFrame() }
  }
  return { name: '', frame: false, problem: 'nothing has the focus' }
}

/** Runs in the browser. null: the focus is elsewhere, or in a frame further in. */
const focused = (): { name: string; problem: string | null } | null => {
  const element = document.activeElement
  if (!document.hasFocus() || element === null || element instanceof HTMLIFrameElement) return null
  if (element === document.body) return { name: '', problem: 'nothing has the focus' }
  const labels = 'labels' in element ? ((element as HTMLInputElement).labels ?? []) : []
  const named = (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
  const name =
    element.getAttribute('aria-label') ??
    (named.trim() === '' ? null : named) ??
    [...labels].map((label) => label.textContent).join(' ')
  const box = element.getBoundingClientRect()
  // A field may be one with its button, and the ring around both.
  const ringed = [element, element.parentElement, element.parentElement?.parentElement]
  const isVisible =
    getComputedStyle(element).boxShadow !== 'none' ||
    ringed.some((one) => {
      const { outlineStyle, outlineWidth } =
        one == null ? { outlineStyle: 'none', outlineWidth: '' } : getComputedStyle(one)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    })
  const isOnScreen =
    box.width > 0 &&
    box.height > 0 &&
    box.bottom > 0 &&
    box.top < innerHeight &&
    box.right > 0 &&
    box.left < innerWidth
  // Some part of it lies under nothing else: its middle, or one of its corners.
  const points = [
    [box.left + box.width / 2, box.top + box.height / 2],
    [box.left + 3, box.top + 3],
    [box.right - 3, box.bottom - 3],
  ] as const
  const isCovered = points.every(([x, y]) => {
    const top = document.elementFromPoint(x, y)
    return top === null || !(element.contains(top) || top.contains(element))
  })
  const words = `${name ?? ''} ${element.textContent ?? ''}`.replaceAll(/\s+/g, ' ').trim()
  const problem = !isOnScreen
    ? 'it lies beside the window'
    : !isVisible
      ? 'nothing shows that it has the focus'
      : isCovered
        ? 'it lies under something else'
        : null
  return { name: words === '' ? element.tagName : words, problem }
}

/**
 * Goes on with Tab until the focus is on what is named so, and at every step looks whether a person would see where
 * they are. A real person would do it no other way.
 */
export const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  await isListening(page)
  const passed: string[] = []
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press('Tab')
    const at = await here(page)
    passed.push(at.name.slice(0, 60))
    if (at.name !== '') expect(at.problem, `the focus on “${at.name.slice(0, 80)}”`).toBeNull()
    if (name.test(at.name)) return
  }
  throw new Error(`Tab never came to ${String(name)}, but to: ${passed.join(' | ')}`)
}

/** A page that has just come listens to keys. */
const isListening = (page: Page): Promise<void> => expect(page.locator('#root[data-live]')).toBeAttached()

/** The focus is not lost: it is on something, and never back at the very beginning of the page. */
export const expectFocus = async (page: Page, name?: RegExp): Promise<void> => {
  await expect
    .poll(async () => (await here(page)).name, { message: 'the focus is somewhere' })
    .toMatch(name ?? /./)
}
