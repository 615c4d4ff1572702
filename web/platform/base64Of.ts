/** The content of a chosen file, as calls carry it. Rejects where the browser cannot read it. */
export const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve((typeof reader.result === 'string' ? reader.result : '').replace(/^[^,]*,/, ''))
    })
    reader.addEventListener('error', () => {
      reject(reader.error ?? new Error('unreadable'))
    })
    reader.readAsDataURL(file)
  })
