import type { ReactNode } from 'react'
import { api } from '#web/platform/api.ts'
import { crossSiteUrl } from '#web/platform/links.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'

/** A link to a page of the bookings site, from there or from the account. */
export const BookingsLink = ({
  path,
  className,
  children,
}: {
  path: string
  className?: string | undefined
  children: ReactNode
}) => {
  const context = usePageContext()
  const { data: config } = useRead(api.operator.config)
  return context.site === 'bookings' ? (
    <Link to={path} className={className}>
      {children}
    </Link>
  ) : (
    <a href={crossSiteUrl(config.sites.bookings, path, context)} className={className}>
      {children}
    </a>
  )
}
