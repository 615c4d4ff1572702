import { useState } from 'react'
import type { FavouriteTimes } from '#contract/favourites.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { useCustomer } from '#web/platform/session.ts'
import { useStored } from './useFavourites.ts'

/**
 * The favourites with their next times, of the customer or of the visitor's browser. Undefined while they are loading.
 * A change leaves the rest of the list as it is while it is read again.
 */
export const useFavouriteTimes = (): readonly FavouriteTimes[] | undefined => {
  const customer = useCustomer()
  const { data: config } = useRead(api.operator.config)
  const stored = useStored(config.clientId)
  // Keys stay in the request when they are removed here, so that only an addition reads again.
  const [requestedKeys, setRequestedKeys] = useState<readonly string[]>([])
  const added = (stored ?? []).map(({ key }) => key).filter((key) => !requestedKeys.includes(key))
  if (customer === null && added.length > 0)
    setRequestedKeys([...requestedKeys.filter((key) => stored?.some((one) => one.key === key)), ...added])

  const { data } = useDeferredRead(
    api.favourites.times,
    customer === null ? { keys: requestedKeys.join(',') } : {},
    { when: customer !== null || requestedKeys.length > 0 },
  )
  const [latest, setLatest] = useState(data)
  // After logging in, the visitor's list stays until the account has them.
  const isMerging = customer !== null && stored !== undefined && stored.length > 0
  if (data !== undefined && data !== latest && !isMerging) setLatest(data)
  const times = isMerging ? (latest ?? data) : (data ?? latest)
  if (customer !== null || times === undefined) return times
  return times.flatMap((favourite) => {
    const own = stored?.find(({ key }) => key === favourite.key)
    if (own === undefined) return []
    // The server has no names of what is not offered any more.
    return [favourite.name === '' ? { ...favourite, name: own.name, venueName: own.venueName } : favourite]
  })
}
