import { deskLinks, withQuery } from '#web/platform/links.ts'
import { pathWithin } from '#web/platform/navigator.ts'
import { redirect, type Load, type Redirect } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'

/** Wraps a page's loader: anyone but staff is redirected to the desk's login page and back. */
export const requireStaff =
  <Data, Needed extends string = never>(load: (context: Load<Needed>) => Promise<Data>) =>
  async (context: Load<Needed>): Promise<Data | Redirect> => {
    if ((await readCustomer(context.visit))?.role === 'staff') return load(context)
    const here = pathWithin(context.visit, context.url.href)
    return redirect(withQuery(deskLinks.login(), { redirect: here === '/' ? null : here }))
  }
