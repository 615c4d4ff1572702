import { plural } from '#messages/format.ts'

export const home = 'Back to Kiosk Home'
export const stillThere = 'Are you still there?'
export const leavingIn = ({ seconds }: { seconds: number }): string =>
  plural(seconds, {
    one: `We'll log you out and empty your basket in ${seconds} second. Touch the screen to stay.`,
    other: `We'll log you out and empty your basket in ${seconds} seconds. Touch the screen to stay.`,
  })
export const stay = "I'm still here"
export const finish = 'Finish now'
