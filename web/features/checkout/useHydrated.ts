import { useEffect, useState } from 'react'
import { whenIdle } from '#web/platform/lazyComponent.tsx'

/** False on the server and until the page is hydrated, which waits for nothing that only the browser shows. */
export const useHydrated = (): boolean => {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => {
    whenIdle(() => {
      setHydrated(true)
    })
  }, [])
  return isHydrated
}
