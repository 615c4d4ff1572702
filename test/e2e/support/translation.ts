import type { Page } from '@playwright/test'

/**
 * Translates every page as browsers do: each text node is replaced by elements that the page does not know of, those
 * that come later as well. The words stay, so that a walk finds them; what the page no longer changes, it finds stale.
 *
 * @param begin before the page's script has come, as on a slow phone, or once it answers
 */
export const translatePages = async (page: Page, begin: 'loaded' | 'live' = 'live'): Promise<void> => {
  await page.addInitScript((when) => {
    const replaceText = (): void => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (text.data.trim() === '' || text.parentElement?.closest('script,style,textarea,font') !== null)
          continue
        const [outer, inner] = [document.createElement('font'), document.createElement('font')]
        inner.textContent = text.data
        outer.append(inner)
        text.replaceWith(outer)
      }
    }
    const start = (): void => {
      let isPlanned = false
      // Browsers ask a server for the words.
      const plan = (): void => {
        if (isPlanned) return
        isPlanned = true
        setTimeout(() => {
          isPlanned = false
          replaceText()
        }, 20)
      }
      new MutationObserver(plan).observe(document.body, { subtree: true, childList: true })
      replaceText()
    }
    const isLive = (): boolean => document.querySelector('#root[data-live]') !== null
    const startWhenLive = (): void => {
      if (isLive() || document.querySelector('#root') === null) start()
      else setTimeout(startWhenLive, 10)
    }
    addEventListener('DOMContentLoaded', when === 'loaded' ? start : startWhenLive)
  }, begin)
}
