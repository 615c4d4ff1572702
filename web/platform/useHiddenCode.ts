import { useEffect } from 'react'

/** Takes a one-time code out of the address, so that neither the history nor the next page's referrer has it. */
export const useHiddenCode = (): void => {
  useEffect(() => {
    const url = new URL(location.href)
    if (!url.searchParams.has('code')) return
    url.searchParams.delete('code')
    history.replaceState(history.state, '', url)
  }, [])
}
