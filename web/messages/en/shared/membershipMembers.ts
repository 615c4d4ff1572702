export const title = 'Who belongs to it?'
export const limits = ({ most, mostAdults }: { most: number; mostAdults: number | null }) =>
  `${mostAdults === null ? `Up to ${most} people.` : `Up to ${most} people, and no more than ${mostAdults} of them adults.`} Each of them has its benefits.`
export const changeLater = 'You can change this later in your account.'
export const person = ({ name, isYou }: { name: string; isYou: boolean }) => (isYou ? `${name} (you)` : name)
export const change = 'Change who belongs to it'
export const changeNamed = ({ plan }: { plan: string }) => `Change who belongs to it: ${plan}`
export const changeTitle = ({ plan }: { plan: string }) => `Who belongs to ${plan}?`
export const addPeople = 'To add another adult, invite them to your family first. Children you can add here.'
export const save = 'Save changes'
export const saved = "Saved. We've sent you an e-mail to confirm."
export const addToFamily = 'To add somebody else, add them to your family first.'
