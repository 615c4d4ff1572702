import type { rehearsals } from '#contract/rehearsals.ts'
import type { Routes } from '#server/platform/http.ts'
import { beginRehearsal } from './begin.ts'
import type { BeginServices } from './begin.ts'
import { writeRehearsalFile } from './file.ts'
import { listRehearsals } from './list.ts'
import { listReleases } from './releases.ts'
import { stopRehearsal } from './stop.ts'

export const rehearsalsRoutes = (services: BeginServices): Routes<typeof rehearsals> => ({
  releases: ({ tx, actor, query, now }) => listReleases(tx, services.config, actor, query.venue, now),
  list: ({ tx, actor, query }) => listRehearsals(tx, actor, query.venue),
  begin: ({ tx, actor, body, now }) => beginRehearsal(tx, services, actor, body, now),
  stop: ({ tx, actor, params, now }) => stopRehearsal(tx, actor, params.rehearsalId, now),
  file: ({ tx, actor, params }) => writeRehearsalFile(tx, actor, params.rehearsalId),
})
