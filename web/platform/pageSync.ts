import type { RefusedCall } from './api.ts'
import { syncChanges } from './changeSync.ts'
import type { PageContext } from './pageContext.tsx'
import { refreshOnReturn } from './queries.ts'
import { recoverFocus } from './recoverFocus.ts'
import { closeOfflineToasts } from './connectionToasts.ts'
import { handleSessionEnd, rememberRefusedCall, syncSession } from './sessionSync.ts'
import { syncTabs } from './tabSync.ts'

/**
 * Keeps a page the same as the session, the visitor's other tabs and the server, and the focus on the page. Its script comes after hydration, since
 * no press needs it.
 */
export const startSync = (context: PageContext): void => {
  syncSession(context)
  refreshOnReturn(context.queries)
  syncTabs(context)
  syncChanges(context)
  recoverFocus()
  closeOfflineToasts(context)
  if (context.cookies.get('favourites') !== undefined) startFavourites(context).catch(context.report)
}

/** For a browser that has favourites of a visitor. */
const startFavourites = async (context: PageContext): Promise<void> => {
  const { syncFavourites } = await import('./favouriteSync.ts')
  syncFavourites(context)
}

/** After the answer that the session has ended. */
export const endSession = (context: PageContext, refused: RefusedCall): void => {
  rememberRefusedCall(context, refused)
  handleSessionEnd(context)
}
