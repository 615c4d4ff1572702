export const inductions = 'Inductions'
export const givenOn = ({ day, byAttending }: { day: string; byAttending: boolean }): string =>
  byAttending ? `${day}, by attending` : day
export const recordOne = 'Record an induction'
export const induction = 'Induction'
export const day = 'Day'
export const record = 'Record'
export const recorded = 'The induction is recorded.'
export const takeBack = 'Take back'
export const takeBackOne = ({ name }: { name: string }): string => `Take back: ${name}`
export const takeBackEffect = 'They can then book nothing that needs it until it is recorded again.'
export const takenBack = 'The induction is taken back.'
export const keep = 'Keep it'
