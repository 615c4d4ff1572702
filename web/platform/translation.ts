/**
 * The guard of translated pages (pageTranslation.ts) is a script of its own: before hydration it is loaded only for a
 * page that is translated already, for all others before their late parts.
 */
let keep: ((element: Element) => () => void) | undefined

/** Whether a translator has begun: it wraps what it replaces. */
export const isTranslated = (): boolean => document.querySelector('font') !== null

/** Without its script the page works as long as nobody translates it. */
export const loadTranslationGuard = async (): Promise<void> => {
  const loaded = await import('./pageTranslation.ts').catch(() => undefined)
  if (keep !== undefined || loaded === undefined) return
  loaded.guardTranslation()
  keep = loaded.keepOriginal
}

/** Puts the text in `element` back until the returned function is called: React hydrates only what the server has sent. */
export const keepOriginal = (element: Element): (() => void) => keep?.(element) ?? (() => undefined)
