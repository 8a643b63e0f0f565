interface Saved {
  url: string
  file_name: string
}

/** Makes the browser download a file that the server has prepared. */
export function saveFile({ url, file_name }: Saved): void {
  const link = document.createElement('a')
  link.href = url
  link.download = file_name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Milliseconds after which every browser has begun to read: one that still asks where to put the file has not yet. */
const taken = 60_000

/** Makes the browser download what the page itself has made. */
export function saveBlob(blob: Blob, file_name: string): void {
  const url = URL.createObjectURL(blob)
  saveFile({ url, file_name })
  setTimeout(() => URL.revokeObjectURL(url), taken)
}
