import type { DeskPass } from '#contract/guest-passes.ts'
import { instant } from '#contract/time.ts'
import { presentPass } from '#server/guest-passes/rules.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import type { DeskPassRow } from './queries.ts'
import { whyNotAdmitted, whyNotUndone } from './rules.ts'
import type { Desk } from './rules.ts'

export const presentDeskPass = (pass: DeskPassRow, desk: Desk): DeskPass => ({
  ...presentPass(pass, dayOf(desk.now, desk.venue.timezone)),
  venueName: pass.venueName,
  member: { id: pass.memberId, name: pass.memberName },
  usedAt: pass.usedAt === null ? null : instant(pass.usedAt),
  usedBy: pass.usedBy,
  refusal: whyNotAdmitted(pass, desk),
  canUndo: pass.usedAt !== null && whyNotUndone(pass, desk) === null,
})
