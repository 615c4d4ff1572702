import { deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import { pathWithin } from '#web/platform/navigator.ts'
import { redirect, type LoaderArgs, type Redirect } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'

/** Wraps a page's loader: anyone but staff is redirected to the desk's login page and back. */
export const requireStaff =
  <Data, Needed extends string = never>(load: (args: LoaderArgs<Needed>) => Promise<Data>) =>
  async (args: LoaderArgs<Needed>): Promise<Data | Redirect> => {
    if ((await readCustomer(args.context))?.role === 'staff') return load(args)
    const here = pathWithin(args.context, args.url.href)
    return redirect(withQuery(deskLinks.login(), { redirect: here === '/' ? null : here }))
  }
