import { useEffect, useRef } from 'react'
import { useNavigate } from '#web/platform/router.tsx'

/** Closes a panel: goes back when the panel was opened from the list, and otherwise replaces it with the list. */
export const useClosing = (isOpen: boolean, listTo: string): (() => void) => {
  const navigate = useNavigate()
  const cameFromList = useRef(false)
  useEffect(() => {
    if (!isOpen) cameFromList.current = true
  }, [isOpen])
  return () => {
    const leave = (): void => void navigate(listTo, { replace: true, stay: true })
    if (!cameFromList.current) {
      leave()
      return
    }
    const { pathname } = location
    const onPopState = (): void => {
      // A login in between leaves the panel in the history twice.
      if (location.pathname === pathname) leave()
    }
    addEventListener('popstate', onPopState, { once: true })
    history.back()
  }
}
