import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import type { CDPSession, Page } from '@playwright/test'
import type axeCore from 'axe-core'
import type { RunOptions, UnlabelledFrameSelector } from 'axe-core'

const options: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Only what is wrong is written out: a third of the time was spent on describing what is right.
  resultTypes: ['violations'],
  // No rule that runs reads style sheets.
  preload: false,
}

const source = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')};undefined`

const sessions = new WeakMap<Page, CDPSession>()

/** `page.evaluate` takes twice as long for half a megabyte. */
const loadAxe = async (page: Page): Promise<void> => {
  if (await page.evaluate(() => 'axe' in window)) return
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  await session.send('Runtime.evaluate', { expression: source })
}

/** On the texts whose contrast is to be looked at, which takes axe more than half of its time. */
const ofContrast = 'data-look-at-contrast'

/** On what axe is to look at for its size. */
const ofSizes = 'data-look-at-size'

/** On what was visible when `markVisible` was called. */
const wasVisible = 'data-was-visible'

/**
 * What axe finds, as `rule: element, element`.
 * @param how `whole`: everything; `looks`: of the texts of one look (see `markTexts`) only some; `new`: besides, of the
 *   rules that do not ask how large something is, only on what was not visible when `markVisible` was called
 */
export const findViolations = async (page: Page, how: 'whole' | 'looks' | 'new'): Promise<string[]> => {
  // The builder, which frames need, takes half as long again: it hands over all that axe has seen.
  if (page.frames().length > 1) {
    const { violations } = await new AxeBuilder({ page }).options(options).analyze()
    return violations.map(describeViolation)
  }
  await loadAxe(page)
  const looks = how === 'whole' ? [] : await markTexts(page)
  if (how !== 'whole') await page.evaluate(markTargets, ofSizes)
  const violations = await page.evaluate(runAxe, {
    options,
    contrastOf: how === 'whole' ? '*' : `[${ofContrast}]`,
    sizesOf: how === 'whole' ? '*' : `[${ofSizes}]`,
    except: how === 'new' ? wasVisible : null,
  })
  // What is wrong stays unseen, for the second try of the walk.
  if (violations.length === 0) for (const look of looks) timesSeen.set(look, (timesSeen.get(look) ?? 0) + 1)
  return violations.map(describeViolation)
}

type Violation = { id: string; nodes: { target: UnlabelledFrameSelector }[] }

/** In the page. */
const runAxe = async (given: {
  options: RunOptions
  contrastOf: string
  sizesOf: string
  except: string | null
}): Promise<Violation[]> => {
  const { axe } = window as unknown as { axe: typeof axeCore }
  axe.configure({
    rules: [
      { id: 'color-contrast', selector: given.contrastOf },
      { id: 'target-size', selector: given.sizesOf },
    ],
  })
  const pick = ({ violations }: axeCore.AxeResults): Violation[] =>
    violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) }))
  if (given.except === null) return pick(await axe.run(given.options))
  const mark = given.except
  const ofSize = ['color-contrast', 'target-size', 'scrollable-region-focusable']
  const found = pick(await axe.run({ ...given.options, runOnly: { type: 'rule', values: ofSize } }))
  const isNew = (element: Element) =>
    !element.hasAttribute(mark) && element.checkVisibility({ visibilityProperty: true })
  const include = [...document.querySelectorAll('body *')].filter(
    (element) => isNew(element) && (element.parentElement === null || !isNew(element.parentElement)),
  )
  if (include.length === 0) return found
  const rules = Object.fromEntries(ofSize.map((id) => [id, { enabled: false }]))
  return [...found, ...pick(await axe.run({ include: include as never }, { ...given.options, rules }))]
}

/**
 * In the page: marks what is pressed and may be too small: less than 24 px in one direction, or with another element over
 * one of its corners. Axe compares each target with all others, which takes half of its time on a grid of courts.
 */
const markTargets = (mark: string): void => {
  const least = 24
  for (const element of document.querySelectorAll('body *')) {
    element.removeAttribute(mark)
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect()
    if (width === 0 || height === 0) continue
    const isCovered = (x: number, y: number): boolean => {
      const above = document.elementFromPoint(x, y)
      return above !== null && !element.contains(above) && !above.contains(element)
    }
    const corners = [left + 2, right - 2].flatMap((x) => [top + 2, bottom - 2].map((y) => [x, y] as const))
    const isTarget = element.matches('a, button, input, select, textarea, summary, label, [role], [tabindex]')
    if (width < least || height < least || (isTarget && corners.some(([x, y]) => isCovered(x, y))))
      element.setAttribute(mark, '')
  }
}

/** So often a text of one look is looked at: the first one may lie under another element, which axe then leaves out. */
const mostTimes = 3

/** How often this worker has looked at a look and found it right. */
const timesSeen = new Map<string, number>()

/**
 * Marks the texts whose contrast this worker has not seen yet. Two texts of one class, colour and size, on the same
 * backgrounds, have the same contrast, on whatever screen they stand.
 * @returns the look of each text marked
 */
const markTexts = async (page: Page): Promise<string[]> => {
  const looks = await page.evaluate(
    ({ mark, mostTimes }) => {
      const backgrounds = new Map<Element, string>()
      const backgroundOf = (element: Element): string => {
        const cached = backgrounds.get(element)
        if (cached !== undefined) return cached
        const style = getComputedStyle(element)
        const isPlain =
          style.backgroundColor === 'rgba(0, 0, 0, 0)' &&
          style.backgroundImage === 'none' &&
          style.opacity === '1' &&
          style.position !== 'absolute' &&
          style.position !== 'fixed'
        const own = isPlain
          ? ''
          : `${style.backgroundColor} ${style.backgroundImage} ${style.opacity} ${style.position} ${element.getAttribute('class')}`
        const parent = element.parentElement === null ? '' : backgroundOf(element.parentElement)
        const all = own === '' ? parent : `${parent} > ${own}`
        backgrounds.set(element, all)
        return all
      }
      const isText = (element: Element) =>
        element.matches('input, select, textarea') ||
        [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
        )
      const found: string[] = []
      const times = new Map<string, number>()
      for (const element of document.querySelectorAll('body, body *')) {
        element.removeAttribute(mark)
        if (!isText(element) || !element.checkVisibility({ visibilityProperty: true })) continue
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
        const isOff = element.closest(':disabled, [aria-disabled=true]') !== null
        const look = `${element.localName} ${element.getAttribute('class')} ${color} ${fontSize} ${fontWeight} ${textShadow} ${isOff} on ${backgroundOf(element)}`
        const nth = (times.get(look) ?? 0) + 1
        times.set(look, nth)
        if (nth > mostTimes) continue
        element.setAttribute(mark, String(found.length))
        found.push(look)
      }
      return found
    },
    { mark: ofContrast, mostTimes },
  )
  const seen = looks.flatMap((look, at) => ((timesSeen.get(look) ?? 0) >= mostTimes ? [at] : []))
  if (seen.length > 0)
    await page.evaluate(
      ({ mark, seen }) => {
        for (const at of seen) document.querySelector(`[${mark}="${at}"]`)?.removeAttribute(mark)
      },
      { mark: ofContrast, seen },
    )
  return looks.filter((look) => (timesSeen.get(look) ?? 0) < mostTimes)
}

export const markVisible = (page: Page): Promise<void> =>
  page.evaluate((mark) => {
    for (const element of document.querySelectorAll('body *'))
      if (element.checkVisibility({ visibilityProperty: true })) element.setAttribute(mark, '')
  }, wasVisible)

/** Takes off what `findViolations` and `markVisible` have written into the page. */
export const removeMarks = (page: Page): Promise<void> =>
  page.evaluate(
    (marks) => {
      for (const mark of marks)
        for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark)
    },
    [ofContrast, ofSizes, wasVisible],
  )

const describeViolation = ({ id, nodes }: Violation): string =>
  `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`
