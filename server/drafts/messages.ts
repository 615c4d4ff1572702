import { formatted } from '#contract/money.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import type { HeldBecause } from './effect.ts'

/** A draft was not published when it was to be: it would have done something else than was seen. */
export const publicationHeld: NoticeKind<
  HeldBecause & { draftId: number; firstName: string; name: string; at: string }
> = {
  kind: 'publication_held',
  about: ({ draftId, at }) => `draft:${draftId}:${at}`,
  write: (
    { draftId, firstName, name, calledOff, clashes, refund, problems, mayNot, isAbove },
    { messages, seller, sites },
  ) => {
    const words = messages.drafts
    const money = (pence: number) => formatted(pence, seller.currencySymbol)
    const reasons = [
      ...(isAbove ? [words.heldAbove] : []),
      ...(problems === 0 ? [] : [words.heldProblems({ count: problems })]),
      ...(calledOff === 0 ? [] : [words.heldCalledOff({ count: calledOff })]),
      ...(clashes === 0 ? [] : [words.heldClashes({ count: clashes })]),
      ...(refund === null
        ? []
        : [words.heldRefund({ now: money(refund.now), before: money(refund.before) })]),
    ]
    return {
      subject: words.heldSubject({ name }),
      heading: words.heldHeading,
      blocks: [
        { type: 'text', text: (mayNot ? words.heldForRights : words.held)({ firstName, name }) },
        ...reasons.map((text) => ({ type: 'text', text }) as const),
        {
          type: 'link',
          label: words.openDraft,
          href: `${sites.desk}/office/settings/drafts?draft=${draftId}`,
        },
      ],
    }
  },
}
