import { useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { scriptMissing } from '#messages/shared/unfinished.ts'
import { isOffline } from '#web/platform/api.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import {
  forgetCall,
  subscribeToUnfinishedCalls,
  unfinishedCalls,
  type UnfinishedCall,
} from '#web/platform/unfinishedCalls.ts'
import { ResumeCalls } from './lazyParts.ts'

const loadScript = () => import('#web/features/sessions/ResumeCalls.tsx')

/**
 * Finishes the calls that an earlier page of the tab left unfinished, if there are any. Where its script is blocked, those
 * that were cut off are not made, which is said: made later, they would come as a surprise.
 */
export const UnfinishedCalls = ({
  load = loadScript,
  Resume = ResumeCalls,
}: {
  load?: () => Promise<unknown>
  Resume?: ComponentType
}) => {
  const { toasts } = usePageContext()
  const json = useSyncExternalStore(subscribeToUnfinishedCalls, unfinishedCalls, () => '')
  useEffect(() => {
    const calls = json === '' ? [] : (JSON.parse(json) as UnfinishedCall[])
    const cutOff = calls.filter(({ needsLogin }) => !needsLogin)
    if (cutOff.length === 0) return
    load().catch(() => {
      // What stands in its place tries again once the connection is back.
      if (isOffline()) return
      for (const { key } of cutOff) forgetCall(key)
      toasts.show({ content: scriptMissing, colour: 'danger' })
    })
  }, [json, load, toasts])
  return json === '' ? null : <Resume />
}
