/** Days on which a line is not, as its file has them: `2027-02-15..2027-02-19 2027-03-01`. */
export type DayInterval = { from: string; until: string }

/** Also of what is filled in halfway. */
export const intervalsOf = (text: string): DayInterval[] =>
  text
    .split(/\s+/)
    .filter((part) => part !== '')
    .map((part) => {
      const [from = '', until = from] = part.split('..')
      return { from, until }
    })

export const intervalsText = (intervals: readonly DayInterval[]): string =>
  intervals.map(({ from, until }) => `${from}..${until}`).join(' ')

/** Without what is empty; one day alone needs no end. */
export const writtenIntervals = (text: string): string =>
  intervalsOf(text)
    .filter(({ from, until }) => from !== '' || until !== '')
    .map(({ from, until }) => {
      const [first, last] = [from || until, until || from]
      return first === last ? first : `${first}..${last}`
    })
    .join(' ')

export const isIn = (text: string, day: string): boolean =>
  intervalsOf(text).some(({ from, until }) => from <= day && day <= until)
