import { offline } from '#messages/shared/connection.ts'
import type { PageContext } from './pageContext.tsx'

/** Once the device is online again, what said that it is not is over. */
export const closeOfflineToasts = ({ toasts }: Pick<PageContext, 'toasts'>): (() => void) => {
  const close = (): void => {
    for (const { id, content, open } of toasts.list()) if (open && content === offline) toasts.close(id)
  }
  addEventListener('online', close)
  return () => {
    removeEventListener('online', close)
  }
}
