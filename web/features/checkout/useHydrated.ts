import { useEffect, useState } from 'react'

/** False on the server and in the first render of the browser, which must agree; true from then on. */
export const useHydrated = (): boolean => {
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => {
    setHydrated(true)
  }, [])
  return isHydrated
}
