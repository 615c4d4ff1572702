import { links, loginModalPath, safeRedirect, withQuery } from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'

/** `/login` on the bookings site, where log-in is a dialog over a page (A21). */
const load = async ({ query, context }: LoaderArgs) => {
  const wanted = query.get('redirect')
  if ((await readCustomer(context)) !== null) return redirect(safeRedirect(wanted, context) ?? links.home())
  return redirect(loginModalPath(withQuery(links.home(), { redirect: wanted })))
}

export const page = definePage({ load, title: () => '', Component: () => null })
