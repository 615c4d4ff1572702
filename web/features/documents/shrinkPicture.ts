/** Enough to read small print on a card by. */
const longestSide = 2400

/** Pictures below this size are sent as they are. */
const smallBytes = 1024 * 1024

/**
 * A photo of a phone in a size that a slow connection can send: such photos are larger than what may be uploaded. What
 * the browser cannot read as a picture stays as it is.
 */
export const shrinkPicture = async (file: File): Promise<File> => {
  if (!file.type.startsWith('image/') || file.size <= smallBytes) return file
  try {
    const picture = await createImageBitmap(file)
    const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    picture.close()
    const smaller = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', 0.85)
    })
    if (smaller === null || smaller.size >= file.size) return file
    return new File([smaller], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' })
  } catch {
    return file
  }
}
