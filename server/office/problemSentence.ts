/** A problem of the files, whose words follow the name of a field there, as a sentence beside its field. */
export const problemSentence = (problem: string): string =>
  /^(is|are|has)\b/.test(problem) ? `This ${problem}` : problem.charAt(0).toUpperCase() + problem.slice(1)
