import { at, type Route } from '#web/platform/page.ts'

/**
 * The bookings site: which page stands at which address. The first line that fits is taken, so the short addresses of
 * venues come last. The second word is the page's file in web/pages; a test compares the two.
 */
export const routes: readonly Route[] = [at('/', 'HomePage', () => import('#web/pages/HomePage.tsx'))]
