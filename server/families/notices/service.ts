import { dayInWords } from '#contract/time.ts'
import * as messages from '#server/messages/en/families.ts'
import type { NoticeKind } from '#server/notices/rules.ts'

/** `invitation` is unique to each, so that each has its own message. `firstName` is of a person who takes over. */
export const familyInvitationSent: NoticeKind<{
  invitation: number
  inviter: string
  firstName: string | null
  code: string
  lastDay: string
}> = {
  kind: 'family_invitation',
  about: ({ invitation }) => `family-invitation:${invitation}`,
  write: ({ inviter, firstName, code, lastDay }, { sites }) => ({
    subject: firstName === null ? messages.inviteSubject({ inviter }) : messages.takeOverSubject({ inviter }),
    heading: firstName === null ? messages.inviteHeading : messages.takeOverHeading,
    blocks: [
      {
        type: 'text',
        text:
          firstName === null
            ? messages.inviteText({ inviter })
            : messages.takeOverText({ firstName, inviter }),
      },
      {
        type: 'link',
        label: messages.openInvitation,
        href: `${sites.account}/family/invitation?code=${code}`,
        isSecret: true,
      },
      { type: 'text', text: messages.validUntil({ day: dayInWords(lastDay) }) },
    ],
  }),
}

/** To the inviter: who has accepted, which waits to be confirmed. */
export const familyJoined: NoticeKind<{ invitation: number; name: string; address: string }> = {
  kind: 'family_joined',
  about: ({ invitation }) => `family-invitation:${invitation}`,
  write: ({ name, address }, { sites }) => ({
    subject: messages.joinedSubject({ name }),
    heading: messages.joinedHeading,
    blocks: [
      { type: 'text', text: messages.joinedText({ name, email: address }) },
      { type: 'link', label: messages.openFamily, href: `${sites.account}/family` },
      { type: 'text', text: messages.joinedStranger({ name }) },
    ],
  }),
}
