import { useEffect, useState } from 'react'
import { usePageContext } from './pageContext.tsx'

/**
 * The server's time (ms), updated every `everyMs`. The first render uses the time of server rendering, so that
 * hydration matches; it stays for as long as it is exact enough, since an update renders the page again.
 */
export const useServerNow = (everyMs: number): number => {
  const { clock, startedAt } = usePageContext()
  const [now, setNow] = useState(startedAt)
  useEffect(() => {
    if (clock.now() - startedAt >= everyMs) setNow(clock.now())
    const timer = setInterval(() => {
      setNow(clock.now())
    }, everyMs)
    return () => {
      clearInterval(timer)
    }
  }, [clock, startedAt, everyMs])
  return now
}
