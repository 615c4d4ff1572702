import type { ReactNode } from 'react'
import { fileFailed } from '#messages/shared/bookings.ts'
import { basketHeader } from '#web/platform/basketHeader.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'

/**
 * A link to a file of an order. Inside another site's frame browsers send no partitioned cookie with a download, so there
 * the file is fetched by script; where cookies are blocked a header names the basket of the order.
 */
export const OrderFile = ({
  orderId,
  file,
  className,
  children,
}: {
  orderId: string | number
  file: 'calendar' | 'receipt' | 'pass'
  className: string
  children: ReactNode
}) => {
  const context = usePageContext()
  const toasts = useToasts()
  const href = `${context.basePath}/api/activities/orders/${orderId}/${file}`
  const download = async (headers: Record<string, string>): Promise<void> => {
    const response = await fetch(href, { headers })
    if (!response.ok) {
      toasts.show({ content: fileFailed, colour: 'danger' })
      return
    }
    const url = URL.createObjectURL(await response.blob())
    const link = document.createElement('a')
    link.href = url
    link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? file
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <a
      className={className}
      href={href}
      download={file !== 'receipt' || undefined}
      onClick={(event) => {
        const headers = basketHeader(context)
        if (!context.embedded && Object.keys(headers).length === 0) return
        event.preventDefault()
        download(headers).catch((error: unknown) => {
          toasts.failure(error)
        })
      }}
    >
      {children}
    </a>
  )
}
