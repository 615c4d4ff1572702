import type { ReactNode } from 'react'
import { basketHeader } from '#web/platform/basketHeader.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { useVisit } from '#web/platform/visit.tsx'

/**
 * A file of an order. In another page's frame a plain link would be a stranger's: browsers send a download no cookie that
 * is kept apart for that page. Then script fetches it, and where no cookie is kept at all names the basket the order was
 * made of.
 */
export const OrderFile = ({
  orderId,
  file,
  className,
  children,
}: {
  orderId: string | number
  file: 'calendar' | 'receipt'
  className: string
  children: ReactNode
}) => {
  const visit = useVisit()
  const toasts = useToasts()
  const href = `${visit.basePath}/api/activities/orders/${orderId}/${file}`
  const fetched = async (headers: Record<string, string>): Promise<void> => {
    const answer = await fetch(href, { headers })
    if (!answer.ok) {
      toasts.failure(new Error(`The file did not come: ${answer.status}`))
      return
    }
    const url = URL.createObjectURL(await answer.blob())
    const link = document.createElement('a')
    link.href = url
    link.download = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? file
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <a
      className={className}
      href={href}
      download={file === 'calendar' || undefined}
      onClick={(event) => {
        const headers = basketHeader(visit)
        if (!visit.embedded && Object.keys(headers).length === 0) return
        event.preventDefault()
        fetched(headers).catch((error: unknown) => {
          toasts.failure(error)
        })
      }}
    >
      {children}
    </a>
  )
}
