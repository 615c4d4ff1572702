import { useSyncExternalStore } from 'react'
import type { Toast, Toasts } from './toasts.ts'
import { usePageContext } from './pageContext.tsx'

/** Shows messages; see toasts.ts. */
export const useToasts = (): Toasts => usePageContext().toasts

/** Every message of the page on screen, open or closed, oldest first. */
export const useToastList = (): readonly Toast[] => {
  const { subscribe, list } = useToasts()
  return useSyncExternalStore(subscribe, list, list)
}
