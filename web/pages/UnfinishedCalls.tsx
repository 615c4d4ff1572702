import { useSyncExternalStore } from 'react'
import { subscribeToUnfinishedCalls, unfinishedCalls } from '#web/platform/unfinishedCalls.ts'
import { ResumeCalls } from './lazyParts.ts'

/** Finishes the calls that an earlier page of the tab left unfinished, if there are any. */
export const UnfinishedCalls = () => {
  const json = useSyncExternalStore(subscribeToUnfinishedCalls, unfinishedCalls, () => '')
  return json === '' ? null : <ResumeCalls />
}
