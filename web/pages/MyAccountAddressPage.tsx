import { api } from '#web/platform/api.ts'
import { crossSiteUrl } from '#web/platform/links.ts'
import { definePage, notFound, redirect, type LoaderArgs } from '#web/platform/page.ts'

/** `/my-account` on the bookings site leads to the account's own site. */
const load = async ({ read, context }: LoaderArgs) => {
  const { sites } = await read(api.operator.config)
  return sites.myAccount === '' ? notFound() : redirect(crossSiteUrl(sites.myAccount, '/', context))
}

export const page = definePage({ load, title: () => '', Component: () => null })
