export const changedBy = ({ person, time }: { person: string; time: string }) =>
  `${person} changed this at ${time}. Here is what it is now.`
export const changedMeanwhile = 'This was changed since you looked. Here is what it is now.'
export const fromFiles = ({ file }: { file: string }) => `This is set in ${file}. Change it there.`
export const differenceNotFound = 'This is settled: there is no difference any more.'
export const unknownField = 'The files have no such field.'
