import type { Cookies } from '#web/platform/cookies.ts'

/** A visitor's answer about the operator's analytics (I07). */
export type Consent = 'granted' | 'refused'

const cookie = 'analytics-consent'
const halfAYear = 180 * 24 * 3600

export const consentIn = (cookies: Cookies): Consent | undefined => {
  const value = cookies.get(cookie)
  return value === 'granted' || value === 'refused' ? value : undefined
}

export const saveConsent = (cookies: Cookies, consent: Consent): void => {
  cookies.set(cookie, consent, { maxAge: halfAYear })
}

/** Deletes the cookies that analytics scripts set for this site. */
export const deleteAnalyticsCookies = (cookies: Cookies): void => {
  for (const name of cookies.names()) {
    if (!/^(_ga|_gid|_gat|_gcl)/.test(name)) continue
    cookies.set(name, '', { maxAge: 0 })
    const parts = location.hostname.split('.')
    // They are set for the widest domain that the browser allows.
    for (let from = 0; from < parts.length - 1; from += 1)
      document.cookie = `${name}=; Path=/; Domain=${parts.slice(from).join('.')}; Max-Age=0`
  }
}

/** Loads each container once, like the vendor's own snippet. */
export const loadContainers = (ids: readonly string[], scriptUrl: string): void => {
  const page = window as unknown as { dataLayer?: unknown[] }
  for (const id of ids) {
    const url = new URL(scriptUrl)
    url.searchParams.set('id', id)
    if (document.querySelector(`script[src="${CSS.escape(url.href)}"]`) !== null) continue
    page.dataLayer ??= []
    page.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    const script = document.createElement('script')
    script.async = true
    script.src = url.href
    document.head.append(script)
  }
}
