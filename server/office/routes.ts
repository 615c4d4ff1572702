import type { office } from '#contract/office.ts'
import { requireAllowed } from '#server/platform/authentication.ts'
import type { Database } from '#server/platform/database.ts'
import type { Routes } from '#server/platform/http.ts'
import type { RawRoute } from '#server/platform/raw.ts'
import { changeCatalogue, readCatalogue } from './catalogue.ts'
import { changeActivity, changeVenue } from './change.ts'
import { keepValue, takeFilesValue } from './differences.ts'
import type { Files } from '#server/providers/files/store.ts'
import { exportFiles } from './exportFiles.ts'
import { importFiles } from './importFiles.ts'
import { listActivities, listDifferences, listLiftedClosures, readActivity, readVenue } from './read.ts'

export const officeRoutes = (files: Pick<Files, 'put'>): Routes<typeof office> => ({
  venue: ({ tx, actor, params }) => readVenue(tx, actor, params.venue),
  changeVenue: ({ tx, actor, params, body, now }) => changeVenue(tx, actor, params.venue, body, now),
  activities: ({ tx, actor, params }) => listActivities(tx, actor, params.venue),
  activity: ({ tx, actor, params }) => readActivity(tx, actor, params.activityId),
  changeActivity: ({ tx, actor, params, body, now }) =>
    changeActivity(tx, actor, params.activityId, body, now),
  differences: ({ tx, actor }) => listDifferences(tx, actor),
  liftedClosures: ({ tx, actor, now }) => listLiftedClosures(tx, actor, now),
  catalogue: ({ db, actor, now }) => readCatalogue(db, actor, now),
  changeCatalogue: ({ db, actor, body, now }) => changeCatalogue(db, actor, body, now),
  importFiles: ({ db, actor, body, now }) => importFiles({ db, files }, actor, body, now),
  takeFilesValue: ({ tx, actor, params, body, now }) =>
    takeFilesValue(tx, actor, params.overrideId, body, now),
  keepValue: ({ tx, actor, params, body, now }) => keepValue(tx, actor, params.overrideId, body, now),
})

/** The operator's files with what is in force, in one file to download. */
export const exportedFiles = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/office/export',
    handle: async ({ actor, now }) => {
      requireAllowed({ allow: 'staff', needs: 'settings', everywhere: true }, actor.person)
      const { name, bytes } = await exportFiles(db, actor, now)
      return new Response(new Uint8Array(bytes), {
        headers: {
          'Content-Type': 'application/zip',
          'Content-Disposition': `attachment; filename="${name}"`,
          'Cache-Control': 'no-store',
          'X-Content-Type-Options': 'nosniff',
          Vary: 'Cookie, Authorization',
        },
      })
    },
  },
]
