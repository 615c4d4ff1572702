import { accountLinks, withQuery } from '#web/platform/links.ts'
import { redirect, type Load, type Redirect } from '#web/platform/page.ts'
import { pathWithin } from '#web/platform/navigator.ts'
import { readCustomer } from '#web/platform/session.ts'

/** Wraps a page's loader: visitors who are not logged in are redirected to the login page and back. */
export const requireCustomer =
  <Data>(load: (context: Load) => Promise<Data>) =>
  async (context: Load): Promise<Data | Redirect> => {
    if ((await readCustomer(context.visit)) !== null) return load(context)
    const here = pathWithin(context.visit, context.url.href)
    return redirect(withQuery(accountLinks.login(), { redirect: here === '/' ? null : here }))
  }
