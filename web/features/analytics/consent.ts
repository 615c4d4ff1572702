import type { Cookies } from '#web/platform/cookies.ts'

/** What a visitor has said to the operator's analytics (I07); undefined before they have said anything. */
export type Consent = 'granted' | 'refused'

const cookie = 'analytics-consent'
const halfAYear = 180 * 24 * 3600

export const consentIn = (cookies: Cookies): Consent | undefined => {
  const said = cookies.get(cookie)
  return said === 'granted' || said === 'refused' ? said : undefined
}

export const keepConsent = (cookies: Cookies, consent: Consent): void => {
  cookies.set(cookie, consent, { maxAge: halfAYear })
}

/** Cookies that containers set on our name go with the consent. */
export const forgetAnalytics = (cookies: Cookies): void => {
  for (const name of cookies.names()) {
    if (!/^(_ga|_gid|_gat|_gcl)/.test(name)) continue
    cookies.set(name, '', { maxAge: 0 })
    const parts = location.hostname.split('.')
    // They are set for the widest domain that browsers allow.
    for (let from = 0; from < parts.length - 1; from += 1)
      document.cookie = `${name}=; Path=/; Domain=${parts.slice(from).join('.')}; Max-Age=0`
  }
}

/** Loads each container once, as its makers' own snippet does. */
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
