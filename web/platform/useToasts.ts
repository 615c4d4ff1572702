import { useSyncExternalStore } from 'react'
import type { Toast, Toasts } from './toasts.ts'
import { usePageContext } from './pageContext.tsx'

export const useToasts = (): Toasts => usePageContext().toasts

/** All messages of the page, open or closed, oldest first. */
export const useToastList = (): readonly Toast[] => {
  const { subscribe, list } = useToasts()
  return useSyncExternalStore(subscribe, list, list)
}
