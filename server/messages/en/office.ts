export const changedBy = ({ person, time }: { person: string; time: string }) =>
  `${person} changed this at ${time}. Here is what it is now.`
export const changedMeanwhile = 'This was changed since you looked. Here is what it is now.'
/** `line` null: the files were imported before lines were stored. */
export const fromFiles = ({ file, line }: { file: string; line: number | null }) =>
  `This is set in ${file}${line === null ? '' : `, line ${line}`}. Change it there.`
export const differenceNotFound = 'This is settled: there is no difference any more.'
export const unknownField = 'The files have no such field.'
export const uploadTooLarge = ({ megabytes, files }: { megabytes: number; files: number }) =>
  `This is more than ${megabytes} MB or ${files} files. Leave out large pictures, or import on the server with npm run import.`
export const notAZipFile = "This zip file can't be opened. Zip the folder again."
export const unusableName = ({ name }: { name: string }) =>
  `“${name}” can't be the name of a file here. Rename it and try again.`
