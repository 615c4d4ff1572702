/** Saves a file that the page has made. */
export const saveFile = (name: string, text: string, type: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Revoked later, because the browser has not read the file yet.
  setTimeout(() => {
    URL.revokeObjectURL(address)
  }, 60_000)
}
