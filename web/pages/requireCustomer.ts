import { accountLinks, withQuery } from '#web/platform/links.ts'
import { redirect, type LoaderArgs, type Redirect } from '#web/platform/page.ts'
import { pathWithin } from '#web/platform/navigator.ts'
import { readCustomer } from '#web/platform/session.ts'

/** Wraps a page's loader: visitors who are not logged in are redirected to the login page and back. */
export const requireCustomer =
  <Data>(load: (args: LoaderArgs) => Promise<Data>) =>
  async (args: LoaderArgs): Promise<Data | Redirect> => {
    if ((await readCustomer(args.context)) !== null) return load(args)
    const here = pathWithin(args.context, args.url.href)
    return redirect(withQuery(accountLinks.login(), { redirect: here === '/' ? null : here }))
  }
